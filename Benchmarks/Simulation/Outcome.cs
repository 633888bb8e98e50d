namespace Benchmarks.Simulation;

/// <summary>The results of a simulation. The results are those of the simulation's second half, if their description does not say otherwise.</summary>
/// <param name="Exchanges">The visits to shared memory for each call.</param>
/// <param name="Efficiency">The throughput, as a ratio to the throughput of the same number of cores that share nothing.</param>
/// <param name="EfficiencyFirst">Like <paramref name="Efficiency"/>, but for the first half, in which the pool is filled.</param>
/// <param name="MadeFirst">The boxes that were made in the first half.</param>
/// <param name="MadeLater">The boxes that were made in the second half.</param>
/// <param name="MostIdle">The largest number of boxes that were idle in the pool at any time.</param>
/// <param name="MaximumIdle">The largest number of boxes that may be idle in the pool.</param>
internal sealed record Outcome(double Exchanges, double Efficiency, double EfficiencyFirst, long MadeFirst, long MadeLater, long MostIdle, long MaximumIdle);
