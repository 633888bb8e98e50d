using System;
using System.Diagnostics.CodeAnalysis;
using System.Reflection;
using System.Threading.Tasks;

namespace Trimmed;

/// <summary>Finds non-public members by reflection.</summary>
public static class Reflected
{
    public static int Count() =>
        typeof(OfPublic).GetMethods(BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static).Length +
        typeof(OfPublic).GetNestedTypes(BindingFlags.NonPublic).Length +
        typeof(OfPublicOfClass).GetMethods(BindingFlags.NonPublic | BindingFlags.Instance | BindingFlags.Static).Length;

    public static int CountOfDerived() => typeof(OfDerived).GetMethods(BindingFlags.NonPublic | BindingFlags.Instance).Length;

    public static int CountOfNested() => typeof(OfProtected).GetNestedTypes(BindingFlags.NonPublic).Length;

    // The analysers warn about this method, woven or not.
    public static int CountOfPrivate() => typeof(OfPrivate).GetMethods(BindingFlags.NonPublic | BindingFlags.Instance).Length;
}

public class OfPublic
{
    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public async Task<int> Required(string name)
    {
        await Task.Yield();
        return Reflecting.Told(name);
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public Task<int> Forwarded(string name) => Required(name);

    public async Task<int> Accessed([DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] Type type)
    {
        await Task.Yield();
        return Reflecting.Methods(type);
    }

    public async Task<int> Of<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] T>()
    {
        await Task.Yield();
        return Reflecting.Methods<T>();
    }

    public async Task<int> Plain(string name)
    {
        await Task.Yield();
        return name.Length;
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public async Task<int> All(string name) =>
        await Required(name) + await Forwarded(name) + await Accessed(typeof(Version)) + await Of<Version>() + await Plain(name);

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public Task States(Task task, string name) => task.ContinueWith(t => Reflecting.Told(name));
}

/// <summary>The analysers warn callers of this class's static methods.</summary>
[RequiresUnreferencedCode("It is told.")]
[RequiresDynamicCode("It is told.")]
public class OfPublicOfClass
{
    public static async Task<int> Required(string name)
    {
        await Task.Yield();
        return Reflecting.Told(name);
    }

    public async Task<int> OfObject(string name)
    {
        await Task.Yield();
        return Reflecting.Told(name);
    }

    public static async Task<int> All(OfPublicOfClass instance, string name) => await Required(name) + await instance.OfObject(name);
}

public interface IExplicit
{
    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    Task<int> Required(string name);
}

/// <summary>Reflection on a derived class does not find this class's private methods.</summary>
public class OfExplicit : IExplicit
{
    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    async Task<int> IExplicit.Required(string name)
    {
        await Task.Yield();
        return Reflecting.Told(name);
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public static async Task<int> All(IExplicit called, string name) => await called.Required(name);
}

public class OfDerived : OfExplicit
{
}

/// <summary>
/// Woven code calls the protected method through a dispatch method, which finds the implementation by the object's type. The dispatch method's class is nested
/// in this class.
/// </summary>
public class OfProtected
{
    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    protected virtual async Task<int> Required(string name)
    {
        await Task.Yield();
        return Reflecting.Told(name);
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public async Task<int> All(string name) => await Required(name);
}

public class OfPrivate
{
    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    private async Task<int> Required(string name)
    {
        await Task.Yield();
        return Reflecting.Told(name);
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public async Task<int> Call(string name) => await Required(name);
}
