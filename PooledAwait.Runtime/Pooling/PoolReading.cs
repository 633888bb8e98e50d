#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>
/// The state of the pools for one collection, in which a reader asks all instruments for their values. So all values of a collection belong together, and the
/// pools of all threads are visited once.
/// </summary>
/// <remarks>
/// An instrument does not learn when a collection begins. But a reader asks its instruments one after the other on one thread, each once. So a new collection
/// has begun if an instrument is asked again, or after a pause.
/// </remarks>
/// <param name="all">The sums over all methods.</param>
/// <param name="methods">The sums of each method that is loaded, with overloads and generic instantiations together.</param>
/// <param name="bytesOfMagazines">The memory of the boxes that magazines have room for.</param>
internal sealed class PoolReading(PoolSum all, MethodSum[] methods, long bytesOfMagazines)
{
    /// <summary>After a longer pause, the next instrument gets newer values.</summary>
    private const int LongestPauseInMilliseconds = 1_000;

    [ThreadStatic]
    private static PoolReading? t_last;

    private uint _askedInstruments;
    private int _lastAsked;

    public PoolSum All => all;

    public MethodSum[] Methods => methods;

    public long BytesOfMagazines => bytesOfMagazines;

    /// <summary>Returns the reading of the current collection.</summary>
    /// <param name="sums">The pools.</param>
    /// <param name="instrument">The number of the instrument, below 32.</param>
    public static PoolReading For(PoolSums sums, int instrument)
    {
        var now = Environment.TickCount;
        var reading = t_last;
        if (reading is null || (reading._askedInstruments & (1u << instrument)) != 0 || unchecked((uint)(now - reading._lastAsked)) > LongestPauseInMilliseconds)
        {
            t_last = reading = sums.Read();
        }

        reading._askedInstruments |= 1u << instrument;
        reading._lastAsked = now;
        return reading;
    }
}
#endif
