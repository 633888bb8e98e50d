using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>What is known of an awaiter by its type.</summary>
/// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
internal static class Awaiter<TAwaiter>
{
    /// <summary>Where those awaiters are that come with the base library, on .NET Framework a part of them beside it.</summary>
    private static readonly bool s_isInBaseLibrary =
        typeof(TAwaiter).Assembly == typeof(TaskAwaiter).Assembly || typeof(TAwaiter).Assembly == typeof(ValueTaskAwaiter).Assembly;

    /// <summary>Whether it is known to invoke a continuation once for each time that it was registered.</summary>
    /// <remarks>
    /// All of them are structs, for each of which generic code is compiled anew: there the question is answered when the code is optimised, and
    /// for classes before that.
    /// </remarks>
    public static bool IsBaseLibrarys
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(TAwaiter).IsValueType && s_isInBaseLibrary;
    }
}
