using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;
using static System.Diagnostics.CodeAnalysis.DynamicallyAccessedMemberTypes;

namespace Trimmed;

/// <summary>Direct awaits of methods that the analysers warn about.</summary>
public class Awaited
{
    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    private async Task<int> Told(string name)
    {
        await Task.Yield();
        return Reflecting.Told(name);
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    private Task<int> Forwarded(string name) => Told(name);

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    [RequiresAssemblyFiles("It is told.")]
    public async Task<int> Required(string name) => await Told(name) + await Forwarded(name);

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    public async Task<int> Suppressed(string name) => await Told(name) + await Forwarded(name);

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    private async Task<int> SuppressedInside(string name)
    {
        await Task.Yield();
        Func<int> told = () => Reflecting.Told(name);
        return Reflecting.Told(name) + told();
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    private Task<int> SuppressedForwarder(string name) => Calling(() => Reflecting.Told(name));

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    private Task<int> SuppressedForwarderOfNothing() => Calling(static () => Reflecting.Told(""));

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    private Task<int> SuppressedForwarderToALocalFunction(string name)
    {
        return name.Length == 0 ? throw new ArgumentException(name) : Inner(name);

        static async Task<int> Inner(string name)
        {
            await Task.Yield();
            return Reflecting.Told(name);
        }
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    private Task<int> SuppressedForwarderBesideALocalFunction(string name)
    {
        return Inner() > 0 ? Counted(1) : Counted(2);

        int Inner() => name.Length == 0 ? Reflecting.Told(name) : Reflecting.Told(name + name);
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    private Task<int> SuppressedForwarderToAClosure(string name)
    {
        return name.Length == 0 ? throw new ArgumentException(name) : Inner();

        async Task<int> Inner()
        {
            await Task.Yield();
            return Reflecting.Told(name);
        }
    }

    [UnconditionalSuppressMessage("Trimming", "IL2026")]
    [UnconditionalSuppressMessage("AOT", "IL3050")]
    [UnconditionalSuppressMessage("SingleFile", "IL3002")]
    private static Task<int> SuppressedProperty => Counted(Reflecting.Told(""));

    [RequiresAssemblyFiles("It is told.")]
    private static Task<int> RequiredProperty => Counted(Reflecting.Files());

    [RequiresAssemblyFiles("It is told.")]
    public static async Task<int> OfRequiredProperty() => await RequiredProperty;

    private static async Task<int> Counted(int count)
    {
        await Task.Yield();
        return count;
    }

    private static async Task<int> Calling(Func<int> call)
    {
        await Task.Yield();
        return call();
    }

    public async Task<int> OfSuppressed(string name) =>
        await SuppressedInside(name) + await SuppressedForwarder(name) + await SuppressedForwarderOfNothing() +
        await SuppressedForwarderToALocalFunction(name) + await SuppressedForwarderBesideALocalFunction(name) + await SuppressedForwarderToAClosure(name) +
        await SuppressedProperty;

    private async Task<int> OfType([DynamicallyAccessedMembers(PublicMethods)] Type type)
    {
        await Task.Yield();
        return type.GetMethods().Length;
    }

    private Task<int> ForwardedType([DynamicallyAccessedMembers(PublicMethods)] Type type) => OfType(type);

    private async Task<int> Of<[DynamicallyAccessedMembers(PublicMethods)] T>()
    {
        await Task.Yield();
        return Reflecting.Methods<T>();
    }

    private Task<int> ForwardedOf<[DynamicallyAccessedMembers(PublicMethods)] T>() => Of<T>();

    [return: DynamicallyAccessedMembers(PublicMethods)]
    private static Type Known() => typeof(Version);

    public async Task<int> Types() => await OfType(Known()) + await ForwardedType(Known()) + await Of<Version>() + await ForwardedOf<Version>();

    public async Task<int> TypesOfALocalFunction()
    {
        return await OfType(Known());

        static async Task<int> OfType([DynamicallyAccessedMembers(PublicMethods)] Type type)
        {
            await Task.Yield();
            return type.GetMethods().Length;
        }
    }

    public async Task<int> UncoveredAwait(string name) => await Told(name);

    public async Task<int> UncoveredForwarder(string name) => await Forwarded(name);
}
