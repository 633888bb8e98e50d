namespace Benchmarks.Simulation;

/// <summary>A pool, and what its use costs on many cores.</summary>
internal abstract class SimulatedPool
{
    /// <summary>Boxes that were made.</summary>
    public abstract long Made { get; }

    /// <summary>Boxes that lie in the pool.</summary>
    /// <param name="inUse">Those that do not.</param>
    public abstract long Idle(long inUse);

    /// <summary>How many may lie there.</summary>
    public abstract long MaximumIdle { get; }

    /// <summary>Writes to memory that all cores share, but for sums.</summary>
    public abstract long Exchanges { get; }

    /// <summary>Takes an idle box; null where the pool has none.</summary>
    /// <param name="core">The core that does.</param>
    /// <param name="now">When it begins; set to when it ends.</param>
    public abstract object? Take(int core, ref double now);

    /// <summary>Puts an idle box.</summary>
    /// <param name="core">The core that does.</param>
    /// <param name="box">The box.</param>
    /// <param name="now">When it begins; set to when it ends.</param>
    public abstract void Put(int core, object box, ref double now);
}
