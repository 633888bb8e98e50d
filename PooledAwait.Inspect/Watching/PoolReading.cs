namespace PooledAwait.Inspect.Watching;

/// <summary>The counters of a process's pools at one time.</summary>
/// <param name="Milliseconds">The time, from the session's start.</param>
/// <param name="All">The sums over all methods.</param>
/// <param name="Methods">Those of each method, by its name.</param>
/// <param name="Ways">What is done in one way or its fallback, as far as it was needed.</param>
/// <param name="IsComplete">Whether there are no more methods than are read.</param>
internal sealed record PoolReading(double Milliseconds, PoolCounts All, IReadOnlyDictionary<string, PoolCounts> Methods, IReadOnlyList<WayInUse> Ways, bool IsComplete);
