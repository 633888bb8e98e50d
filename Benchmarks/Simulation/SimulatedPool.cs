namespace Benchmarks.Simulation;

/// <summary>A pool, and what its use costs on many cores.</summary>
internal abstract class SimulatedPool
{
    /// <summary>The number of boxes that were made.</summary>
    public abstract long Made { get; }

    /// <summary>Returns the number of boxes that are idle in the pool.</summary>
    /// <param name="inUse">The number of boxes in use.</param>
    public abstract long Idle(long inUse);

    /// <summary>The largest number of boxes that may be idle in the pool.</summary>
    public abstract long MaximumIdle { get; }

    /// <summary>The number of writes to memory that all cores share. Writes that only update counters or sums are not included.</summary>
    public abstract long Exchanges { get; }

    /// <summary>Takes an idle box from the pool, or returns null if the pool has none.</summary>
    /// <param name="core">The core that calls.</param>
    /// <param name="now">The time at which the operation begins; after the call, the time at which the operation ends.</param>
    public abstract object? Take(int core, ref double now);

    /// <summary>Puts an idle box into the pool.</summary>
    /// <param name="core">The core that calls.</param>
    /// <param name="box">The box.</param>
    /// <param name="now">The time at which the operation begins; after the call, the time at which the operation ends.</param>
    public abstract void Put(int core, object box, ref double now);
}
