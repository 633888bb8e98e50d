namespace PooledAwait.Runtime;

/// <summary>Counts what has happened to the boxes of one or several pools.</summary>
/// <remarks>
/// No count ever falls. The boxes in use are the rented minus the returned. The boxes that exist are the created minus the dropped and the trimmed, and minus
/// the boxes of abandoned calls. Nothing counts those, because the garbage collector takes them unseen.
/// </remarks>
internal readonly struct PoolCounts(long rented, long returned, long created, long dropped, long trimmed)
{
    /// <summary>Calls that needed a box.</summary>
    public long Rented { get; } = rented;

    /// <summary>Boxes that their calls no longer needed.</summary>
    public long Returned { get; } = returned;

    /// <summary>Boxes made because the pool had none. They count as rented, too.</summary>
    public long Created { get; } = created;

    /// <summary>Boxes that were returned and not kept: the pool was at its bound, the box had used all its tokens, or a trim was at work.</summary>
    public long Dropped { get; } = dropped;

    /// <summary>Idle boxes that a trim gave up, or that were lost with their thread.</summary>
    public long Trimmed { get; } = trimmed;

    /// <summary>Boxes that are in the pool, computed from the other counts. A box that is returned and not dropped goes in. A box that is rented and not created comes out.</summary>
    /// <remarks>If other threads rent and return during the reading, the counts are of different instants, so this number may be slightly wrong.</remarks>
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
