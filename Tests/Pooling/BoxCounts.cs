namespace Tests.Pooling;

/// <summary>The counters of a pool.</summary>
public sealed record BoxCounts(long Rented, long Returned, long Created, long Dropped, long Trimmed)
{
    /// <summary>Boxes that are in the pool or in use.</summary>
    public long Living => Created - Dropped - Trimmed;
}
