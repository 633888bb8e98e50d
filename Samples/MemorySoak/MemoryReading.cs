namespace MemorySoak;

/// <summary>What is on the heap of a build at the end of a minute, in bytes; each kind of boxes as its pools estimate it.</summary>
/// <param name="Minute">Which one, from 1.</param>
/// <param name="Clients">How many there are; 0 in an idle minute.</param>
/// <param name="Heap">All that forced collections have left.</param>
/// <param name="OnThreads">Idle boxes that threads keep for themselves.</param>
/// <param name="InDepots">Idle boxes that threads share.</param>
/// <param name="InFlight">Boxes of calls in flight.</param>
/// <param name="MostInFlight">The most of those that were seen within the minute.</param>
internal sealed record MemoryReading(int Minute, int Clients, long Heap, long OnThreads, long InDepots, long InFlight, long MostInFlight)
{
    /// <summary>So many bytes of idle boxes are no fault, however few calls were in flight.</summary>
    private const long AlwaysAllowed = 100_000;

    public long Idle => OnThreads + InDepots;

    public long MayBeIdle => (2 * MostInFlight) + AlwaysAllowed;

    /// <summary>What is no box.</summary>
    public long Rest => Heap - Idle - InFlight;
}
