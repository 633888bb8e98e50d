using System.Globalization;

namespace PooledAwait.Runtime;

/// <summary>How much the pools may hold, and for how long what nobody needs.</summary>
internal static class PoolLimits
{
    private const int DefaultMaximumBoxesPerType = 16_384;
    private const int DefaultTrimIntervalSeconds = 10;

    /// <summary>
    /// How many idle boxes of one type the threads share; each thread may hold a box and two magazines of its own besides. The runtimeconfig value
    /// <c>PooledAwait.MaximumBoxesPerType</c> sets it; a value that is not a whole number from zero up is ignored.
    /// </summary>
    public static readonly int MaximumBoxesPerType = Read("PooledAwait.MaximumBoxesPerType", DefaultMaximumBoxesPerType);

    /// <summary>
    /// Between one trim and the next, unless memory is tight. The runtimeconfig value <c>PooledAwait.TrimIntervalSeconds</c> sets it; a
    /// value that is not a whole number from zero up is ignored.
    /// </summary>
    public static readonly uint TrimIntervalMilliseconds =
        1_000 * (uint)Math.Min(Read("PooledAwait.TrimIntervalSeconds", DefaultTrimIntervalSeconds), 1_000_000);

    /// <summary>
    /// How many bytes all idle boxes together may have, about, but for a magazine and a box of each thread and method. The runtimeconfig value
    /// <c>PooledAwait.MaximumBytes</c> sets it; a value that is not a whole number from zero up is ignored.
    /// </summary>
    public static readonly long MaximumBytes = Read("PooledAwait.MaximumBytes", DefaultMaximumBytes());

    /// <summary>A tenth of what the garbage collector may use: of the container's memory, where there is a container.</summary>
    private static long DefaultMaximumBytes() =>
#if NETSTANDARD2_0
        128L << 20; // it cannot be asked
#else
        GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 10;
#endif

    private static int Read(string name, int defaultValue) => (int)Math.Min(Read(name, (long)defaultValue), int.MaxValue);

    private static long Read(string name, long defaultValue)
    {
        var text = Convert.ToString(AppContext.GetData(name), CultureInfo.InvariantCulture);
        return long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) ? value : defaultValue;
    }
}
