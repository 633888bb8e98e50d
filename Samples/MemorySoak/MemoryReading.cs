namespace MemorySoak;

/// <summary>The bytes on a build's heap at the end of a minute. The bytes of boxes are the pools' estimates.</summary>
/// <param name="Minute">The number of the minute, from 1.</param>
/// <param name="Clients">The number of clients; 0 in an idle minute.</param>
/// <param name="Heap">The bytes that are left after forced collections.</param>
/// <param name="OnThreads">Idle boxes that threads keep for themselves.</param>
/// <param name="InDepots">Idle boxes that threads share.</param>
/// <param name="InFlight">Boxes of calls in flight.</param>
/// <param name="MostInFlight">The highest value of <paramref name="InFlight"/> within the minute.</param>
internal sealed record MemoryReading(int Minute, int Clients, long Heap, long OnThreads, long InDepots, long InFlight, long MostInFlight)
{
    /// <summary>The bytes of idle boxes that are always allowed, even if few calls were in flight.</summary>
    private const long AlwaysAllowed = 100_000;

    public long Idle => OnThreads + InDepots;

    public long MayBeIdle => (2 * MostInFlight) + AlwaysAllowed;

    /// <summary>Everything on the heap that is not a box.</summary>
    public long Rest => Heap - Idle - InFlight;
}
