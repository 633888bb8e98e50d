namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>All that is known of the calls of a process at one moment.</summary>
/// <param name="Process">What was looked at, for people.</param>
/// <param name="Objects">The objects.</param>
/// <param name="Threads">The stacks of the threads.</param>
/// <param name="HeapBytes">The bytes of heap that were looked at.</param>
/// <param name="Stopped">How long the process was stopped; null for a dump.</param>
/// <param name="Ticks">The system's clock then, in milliseconds, by which timers count; null where it is not known.</param>
/// <param name="RuntimeVersion">That of the process; null where it is not known.</param>
/// <param name="Root">The folder in which its files are found.</param>
/// <param name="Programs">The programs that it has in its memory, which may have assemblies in them.</param>
internal sealed record Snapshot(
    string Process, CopiedObjects Objects, IReadOnlyList<ThreadFrames> Threads, long HeapBytes, TimeSpan? Stopped, long? Ticks, Version? RuntimeVersion, string Root,
    IReadOnlyList<string> Programs);
