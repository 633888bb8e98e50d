using System.Globalization;

namespace PooledAwait.Runtime;

/// <summary>How much the pools may hold.</summary>
internal static class PoolLimits
{
    private const int DefaultMaximumBoxesPerType = 16_384;

    /// <summary>
    /// How many idle boxes of one type are shared between threads; each thread may hold two magazines beside. The runtimeconfig value
    /// <c>PooledAwait.MaximumBoxesPerType</c> sets it; a value that is no number from zero up counts as not given.
    /// </summary>
    public static readonly int MaximumBoxesPerType = Read("PooledAwait.MaximumBoxesPerType", DefaultMaximumBoxesPerType);

    private static int Read(string name, int defaultValue)
    {
        var text = Convert.ToString(AppContext.GetData(name), CultureInfo.InvariantCulture);
        return int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out var value) ? value : defaultValue;
    }
}
