using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>What an awaiter's type says about the awaiter.</summary>
/// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
internal static class Awaiter<TAwaiter>
{
    /// <summary>Whether the awaiter comes with the base library. On .NET Framework some of the base library's awaiters are in an assembly beside it.</summary>
    private static readonly bool s_isInBaseLibrary =
        typeof(TAwaiter).Assembly == typeof(TaskAwaiter).Assembly || typeof(TAwaiter).Assembly == typeof(ValueTaskAwaiter).Assembly;

    /// <summary>Whether the awaiter is known to invoke a continuation once for each registration.</summary>
    /// <remarks>
    /// The base library's awaiters are all structs. Generic code is compiled separately for each struct, so the JIT answers this question when it optimises that code.
    /// For classes it knows the answer earlier.
    /// </remarks>
    public static bool IsBaseLibrarys
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(TAwaiter).IsValueType && s_isInBaseLibrary;
    }
}
