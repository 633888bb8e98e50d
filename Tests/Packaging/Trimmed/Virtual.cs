using System;
using System.Diagnostics.CodeAnalysis;
using System.Threading.Tasks;

namespace Trimmed;

/// <summary>Virtual calls. Some of the called methods require something of their callers.</summary>
public static class Virtual
{
    public static async Task<int> Call(ICalled called, Base @base, IGeneric<string> generic) =>
        await called.Plain(1) + await called.Accessed<Version>(typeof(Version)) + await @base.Plain(2) + await generic.Of("a") + await called.MoreOfOne(3);

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    public static async Task<int> CallRequired(ICalled called, Base @base) => await called.Required(1) + await @base.Required(2);
}

public interface ICalled
{
    Task<int> Plain(int value);

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    Task<int> Required(int value);

    Task<int> Accessed<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] T>(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] Type type);

    Task<int> MoreOfOne(int value);
}

public interface IGeneric<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] T>
{
    Task<int> Of(T value);
}

public sealed class Called : ICalled
{
    public async Task<int> Plain(int value)
    {
        await Task.Yield();
        return value;
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    public async Task<int> Required(int value)
    {
        await Task.Yield();
        return value + Reflecting.Told("told");
    }

    public async Task<int> Accessed<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] T>(
        [DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicProperties)] Type type)
    {
        await Task.Yield();
        return typeof(T).GetMethods().Length + type.GetProperties().Length;
    }

    // The interface's method requires less than this implementation. So a trimmer warns about this method, but about no other method of this file.
    [RequiresUnreferencedCode("It is told.")]
    public async Task<int> MoreOfOne(int value)
    {
        await Task.Yield();
        return value;
    }
}

public class Base
{
    public virtual async Task<int> Plain(int value)
    {
        await Task.Yield();
        return value;
    }

    [RequiresUnreferencedCode("It is told.")]
    [RequiresDynamicCode("It is told.")]
    public virtual async Task<int> Required(int value)
    {
        await Task.Yield();
        return value;
    }
}

public sealed class Derived : Base
{
    public override async Task<int> Plain(int value) => 1 + await base.Plain(value);
}

public sealed class Generic<[DynamicallyAccessedMembers(DynamicallyAccessedMemberTypes.PublicMethods)] T> : IGeneric<T>
{
    public async Task<int> Of(T value)
    {
        await Task.Yield();
        return typeof(T).GetMethods().Length;
    }
}
