using System.Globalization;

namespace PooledAwait.Runtime;

/// <summary>How much the pools may hold, and for how long what nobody needs.</summary>
internal static class PoolLimits
{
    private const int DefaultMaximumBoxesPerType = 16_384;
    private const int DefaultTrimIntervalSeconds = 10;

    /// <summary>
    /// How many idle boxes of one type the threads share; each thread may hold two magazines of its own besides. The runtimeconfig value
    /// <c>PooledAwait.MaximumBoxesPerType</c> sets it; a value that is not a whole number from zero up is ignored.
    /// </summary>
    public static readonly int MaximumBoxesPerType = Read("PooledAwait.MaximumBoxesPerType", DefaultMaximumBoxesPerType);

    /// <summary>
    /// Between one trim and the next, unless memory is tight. The runtimeconfig value <c>PooledAwait.TrimIntervalSeconds</c> sets it; a
    /// value that is not a whole number from zero up is ignored.
    /// </summary>
    public static readonly uint TrimIntervalMilliseconds =
        1_000 * (uint)Math.Min(Read("PooledAwait.TrimIntervalSeconds", DefaultTrimIntervalSeconds), 1_000_000);

    private static int Read(string name, int defaultValue)
    {
        var text = Convert.ToString(AppContext.GetData(name), CultureInfo.InvariantCulture);
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) ? value : defaultValue;
    }
}
