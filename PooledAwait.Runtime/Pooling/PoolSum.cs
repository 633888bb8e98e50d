#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>Sums what some pools have done since the program started, and what they keep now. Pools whose type was unloaded keep nothing.</summary>
/// <remarks>This is not a record, because the code that compares records uses reflection, which would make native code much larger.</remarks>
internal readonly struct PoolSum(PoolCounts done, long idleBoxes, long threadBoxes, long idleBytes)
{
    /// <summary>The counts of what the pools have done.</summary>
    public PoolCounts Done { get; } = done;

    /// <summary>The idle boxes that threads and depots have.</summary>
    public long IdleBoxes { get; } = idleBoxes;

    /// <summary>The idle boxes that threads have, without the idle boxes in depots.</summary>
    public long ThreadBoxes { get; } = threadBoxes;

    /// <summary>The approximate memory of the idle boxes.</summary>
    public long IdleBytes { get; } = idleBytes;

    public static PoolSum operator +(PoolSum left, PoolSum right) =>
        new(left.Done + right.Done, left.IdleBoxes + right.IdleBoxes, left.ThreadBoxes + right.ThreadBoxes, left.IdleBytes + right.IdleBytes);
}
#endif
