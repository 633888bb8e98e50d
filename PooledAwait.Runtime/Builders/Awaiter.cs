using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Recognises the base library's awaiters by their type.</summary>
/// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
internal static class Awaiter<TAwaiter>
{
    /// <summary>True if the awaiter belongs to the base library. On .NET Framework, some of the base library's awaiters are in a second assembly.</summary>
    private static readonly bool s_isInBaseLibrary =
        typeof(TAwaiter).Assembly == typeof(TaskAwaiter).Assembly || typeof(TAwaiter).Assembly == typeof(ValueTaskAwaiter).Assembly;

    /// <summary>True if the awaiter is known to invoke its continuation once for each registration.</summary>
    /// <remarks>
    /// The base library's awaiters are all structs. Generic code is compiled separately for each struct, so in optimised code the value is a constant. For an
    /// awaiter that is a class, the value is always false.
    /// </remarks>
    public static bool IsBaseLibrarys
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => typeof(TAwaiter).IsValueType && s_isInBaseLibrary;
    }
}
