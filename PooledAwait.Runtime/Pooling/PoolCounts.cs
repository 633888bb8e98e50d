namespace PooledAwait.Runtime;

/// <summary>What has happened to the boxes of a pool, or of several.</summary>
/// <remarks>
/// Each number only grows. Boxes in use are the rented minus the returned. The boxes that exist are the created minus the dropped and
/// the trimmed, and minus those whose call was abandoned and which the garbage collector found by itself.
/// </remarks>
internal readonly struct PoolCounts(long rented, long returned, long created, long dropped, long trimmed)
{
    /// <summary>Calls that needed a box.</summary>
    public long Rented { get; } = rented;

    /// <summary>Calls that had no further use for their box.</summary>
    public long Returned { get; } = returned;

    /// <summary>Boxes made because the pool had none: the part of the rented that allocated.</summary>
    public long Created { get; } = created;

    /// <summary>Boxes that were returned and not kept: above the bound, used as often as they can be, or returned while a trim was at work.</summary>
    public long Dropped { get; } = dropped;

    /// <summary>Idle boxes that were given up after a garbage collection, or with the thread that had them.</summary>
    public long Trimmed { get; } = trimmed;

    /// <summary>Boxes that are in the pool. The number follows from the others: each box that is returned and not dropped comes in, and each box that is rented and not created goes out.</summary>
    /// <remarks>If other threads rent and return during the reading, the numbers are of different instants. Then this is off by what happened between them.</remarks>
    public long Idle => Math.Max(0, Returned - Dropped - (Rented - Created) - Trimmed);

    public static PoolCounts operator +(PoolCounts left, PoolCounts right) => new(
        left.Rented + right.Rented,
        left.Returned + right.Returned,
        left.Created + right.Created,
        left.Dropped + right.Dropped,
        left.Trimmed + right.Trimmed);

    public static PoolCounts operator -(PoolCounts left, PoolCounts right) => new(
        left.Rented - right.Rented,
        left.Returned - right.Returned,
        left.Created - right.Created,
        left.Dropped - right.Dropped,
        left.Trimmed - right.Trimmed);
}
