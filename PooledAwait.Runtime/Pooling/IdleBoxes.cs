using System.Diagnostics;
#if DEBUG
using System.Runtime.CompilerServices;
#endif

namespace PooledAwait.Runtime;

/// <summary>Debug builds of this library notice a box that is put back twice, or handed to two calls.</summary>
internal static class IdleBoxes
{
#if DEBUG
    /// <summary>1 while a box lies in its pool.</summary>
    private static readonly ConditionalWeakTable<object, StrongBox<int>> s_isIdle = new();
#endif

    [Conditional("DEBUG")]
    public static void AssertPut(object box)
    {
#if DEBUG
        if (Interlocked.Exchange(ref s_isIdle.GetOrCreateValue(box).Value, 1) != 0)
        {
            throw new InvalidOperationException("A box was put back into its pool twice.");
        }
#endif
    }

    [Conditional("DEBUG")]
    public static void AssertTaken(object? box)
    {
#if DEBUG
        if (box is not null && Interlocked.Exchange(ref s_isIdle.GetOrCreateValue(box).Value, 0) != 1)
        {
            throw new InvalidOperationException("A box was taken from its pool twice.");
        }
#endif
    }
}
