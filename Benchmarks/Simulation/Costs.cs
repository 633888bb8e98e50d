namespace Benchmarks.Simulation;

/// <summary>
/// The times that the model assumes, in nanoseconds. These times are typical of large servers with two sockets. If the times for shared memory are wrong, they
/// are probably too high.
/// </summary>
internal static class Costs
{
    /// <summary>The shortest call, without the rent and return of its box. Such calls use the pools as often as possible.</summary>
    public const double ShortCall = 45;

    /// <summary>A call that does a little work, without the rent and return of its box.</summary>
    public const double Call = 1_000;

    /// <summary>A rent or a return that touches only the thread's own part of the pool.</summary>
    public const double OwnSlots = 4;

    /// <summary>A locked operation on a cache line that this core wrote last.</summary>
    public const double OwnLine = 6;

    /// <summary>A locked operation on a cache line that another core wrote last.</summary>
    public const double ForeignLine = 120;

    /// <summary>Making a box.</summary>
    public const double Allocation = 30;

    /// <summary>
    /// The number of cache lines that a visit to the depot moves: the line of the depot, and the lines of the two magazines that change owners.
    /// </summary>
    public const int LinesOfExchange = 3;
}
