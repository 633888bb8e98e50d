namespace Benchmarks.Simulation;

/// <summary>What a simulation found, where nothing else is said in its second half.</summary>
/// <param name="Exchanges">Visits to shared memory for each call.</param>
/// <param name="Efficiency">Calls in a second, against as many cores that share nothing.</param>
/// <param name="EfficiencyFirst">The same in the first half, in which the pool is filled.</param>
/// <param name="MadeFirst">How many boxes were made in the first half.</param>
/// <param name="MadeLater">How many in the second.</param>
/// <param name="MostIdle">The most boxes that lay in the pool at any time.</param>
/// <param name="MaximumIdle">How many may.</param>
internal sealed record Outcome(double Exchanges, double Efficiency, double EfficiencyFirst, long MadeFirst, long MadeLater, long MostIdle, long MaximumIdle);
