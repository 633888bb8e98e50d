namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>Everything that is known about the calls of a process at one moment.</summary>
/// <param name="Process">The name of the process or dump, for the user.</param>
/// <param name="Copy">The copied data.</param>
/// <param name="Stopped">The time for which the process was stopped; null for a dump.</param>
/// <param name="Ticks">The time of the clock that timers use, in milliseconds; null if it is not known.</param>
/// <param name="RuntimeVersion">The version of the process's runtime; null if it is not known.</param>
/// <param name="Root">The root folder of the process's file system.</param>
/// <param name="Programs">The executable files in the process's memory. The file of a single-file program contains assemblies.</param>
internal sealed record Snapshot(string Process, ProcessCopy Copy, TimeSpan? Stopped, long? Ticks, Version? RuntimeVersion, string Root, IReadOnlyList<string> Programs)
{
    /// <summary>The copied objects.</summary>
    public CopiedObjects Objects => Copy.Objects;
}
