#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>The pools at one moment, for all instruments that a reader asks in one collection: its values belong together, and the pools of all threads are visited once.</summary>
/// <remarks>
/// An instrument does not learn when a collection begins. A reader asks its instruments one after the other on one thread, each once. So a collection begins with an instrument that was asked already, or if the
/// thread has asked none for a while.
/// </remarks>
/// <param name="all">The sums over all methods.</param>
/// <param name="methods">The sums of each method that is loaded, with overloads and generic instantiations together.</param>
/// <param name="bytesOfMagazines">The memory of the boxes that magazines have room for.</param>
internal sealed class PoolReading(PoolSum all, MethodSum[] methods, long bytesOfMagazines)
{
    /// <summary>A reader that takes longer for the values of one instrument gets newer ones for the next.</summary>
    private const int LongestPauseInMilliseconds = 1_000;

    [ThreadStatic]
    private static PoolReading? t_last;

    private uint _askedInstruments;
    private int _lastAsked;

    public PoolSum All => all;

    public MethodSum[] Methods => methods;

    public long BytesOfMagazines => bytesOfMagazines;

    /// <summary>The reading of the collection that asks an instrument.</summary>
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
