using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary>Debug builds of this library notice a box that is put back twice, or handed to two calls.</summary>
internal static class IdleBoxes
{
    [Conditional("DEBUG")]
    public static void AssertPut(Poolable box)
    {
#if DEBUG
        if (Interlocked.Exchange(ref box.IsIdle, 1) != 0)
        {
            throw new InvalidOperationException("A box was put back into its pool twice.");
        }
#endif
    }

    [Conditional("DEBUG")]
    public static void AssertTaken(Poolable? box)
    {
#if DEBUG
        if (box is not null && Interlocked.Exchange(ref box.IsIdle, 0) != 1)
        {
            throw new InvalidOperationException("A box was taken from its pool twice.");
        }
#endif
    }
}
