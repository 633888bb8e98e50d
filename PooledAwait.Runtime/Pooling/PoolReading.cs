#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>
/// One reading of the sums over all pools, for one collection of metrics. In a collection, a reader of the meter reads the values of all instruments. All
/// instruments use the same reading. So these values belong together, and the pools of all threads are visited only once.
/// </summary>
/// <remarks>
/// An instrument is not notified when a collection begins. But a reader reads its instruments one after the other on one thread, and each instrument only once.
/// So a new collection has begun if an instrument is read again, or if no instrument was read for some time.
/// </remarks>
/// <param name="all">The sums over all methods.</param>
/// <param name="methods">The sum of each loaded method. Overloads and generic instantiations of a method have one common sum.</param>
/// <param name="bytesOfMagazines">The bytes of the boxes that fit into the magazines of all pools (<see cref="PoolBytes"/>).</param>
internal sealed class PoolReading(PoolSum all, MethodSum[] methods, long bytesOfMagazines)
{
    /// <summary>If no instrument was read for longer than this time, the next instrument starts a new reading.</summary>
    private const int LongestPauseInMilliseconds = 1_000;

    [ThreadStatic]
    private static PoolReading? t_last;

    private uint _askedInstruments;
    private int _lastAsked;

    public PoolSum All => all;

    public MethodSum[] Methods => methods;

    public long BytesOfMagazines => bytesOfMagazines;

    /// <summary>Returns the reading of the current collection.</summary>
    /// <param name="sums">The sums of all pools, which a new reading updates.</param>
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
