namespace PooledAwait.Inspect.Watching;

/// <summary>The counters of a process's pools at one time.</summary>
/// <param name="Milliseconds">The time, from the session's start.</param>
/// <param name="All">The sums over all methods.</param>
/// <param name="Methods">The counts of each method, by its name.</param>
/// <param name="Ways">
/// For each feature that the runtime library implements in two ways, the way in use. Contains only features that the process has needed.
/// </param>
/// <param name="IsComplete">False if there are more methods than can be read.</param>
internal sealed record PoolReading(double Milliseconds, PoolCounts All, IReadOnlyDictionary<string, PoolCounts> Methods, IReadOnlyList<WayInUse> Ways, bool IsComplete);
