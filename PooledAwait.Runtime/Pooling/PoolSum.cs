#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>What some pools have done since the program started, and what those that are still loaded keep now.</summary>
/// <remarks>Not a record, because the code that compares records would bring half of a program's reflection into native code.</remarks>
internal readonly struct PoolSum(PoolCounts done, long idleBoxes, long threadBoxes, long idleBytes)
{
    /// <summary>What they have done.</summary>
    public PoolCounts Done { get; } = done;

    /// <summary>The idle boxes that threads and depots have.</summary>
    public long IdleBoxes { get; } = idleBoxes;

    /// <summary>Those of them that threads have for themselves.</summary>
    public long ThreadBoxes { get; } = threadBoxes;

    /// <summary>The approximate memory of the idle boxes.</summary>
    public long IdleBytes { get; } = idleBytes;

    public static PoolSum operator +(PoolSum left, PoolSum right) =>
        new(left.Done + right.Done, left.IdleBoxes + right.IdleBoxes, left.ThreadBoxes + right.ThreadBoxes, left.IdleBytes + right.IdleBytes);
}
#endif
