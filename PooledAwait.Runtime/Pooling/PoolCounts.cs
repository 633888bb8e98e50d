namespace PooledAwait.Runtime;

/// <summary>Counts what has happened to the boxes of one or several pools.</summary>
/// <remarks>
/// A count never decreases. The number of boxes in use is <see cref="Rented"/> minus <see cref="Returned"/>. The number of boxes that exist is
/// <see cref="Created"/> minus <see cref="Dropped"/>, <see cref="Trimmed"/> and the boxes of abandoned calls. The boxes of abandoned calls are not counted,
/// because this library does not notice when the garbage collector takes them.
/// </remarks>
internal readonly struct PoolCounts(long rented, long returned, long created, long dropped, long trimmed)
{
    /// <summary>Calls that needed a box.</summary>
    public long Rented { get; } = rented;

    /// <summary>Boxes that their calls no longer needed.</summary>
    public long Returned { get; } = returned;

    /// <summary>Boxes made because the pool had none. They count as rented, too.</summary>
    public long Created { get; } = created;

    /// <summary>
    /// Boxes that were returned and not kept. The reason is a bound (<see cref="PoolLimits"/>), a box that has used all its tokens, a trim that had seized the
    /// thread's slots, or a switch that turns pooling off.
    /// </summary>
    public long Dropped { get; } = dropped;

    /// <summary>Idle boxes that a trim gave up, or that were lost with their thread.</summary>
    public long Trimmed { get; } = trimmed;

    /// <summary>
    /// Boxes that are in the pool, computed from the other counts. A box goes into the pool if it is returned and not dropped. A box comes out of the pool if
    /// it is rented and not created.
    /// </summary>
    /// <remarks>
    /// If threads rent and return boxes while the counts are read, the counts are from different instants. Then this number may be slightly wrong.
    /// </remarks>
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
