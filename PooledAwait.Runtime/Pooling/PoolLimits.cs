namespace PooledAwait.Runtime;

/// <summary>How much the pools may hold, and how long they hold what nobody needs.</summary>
internal static class PoolLimits
{
    private const int DefaultMaximumBoxesPerType = 16_384;
    private const int DefaultTrimIntervalSeconds = 10;

    /// <summary>
    /// How many idle boxes of one type the threads share; each thread may hold a box and two magazines of its own besides. The setting
    /// <c>PooledAwait.MaximumBoxesPerType</c> sets it; a value that is not a whole number from zero up is ignored.
    /// </summary>
    public static readonly int MaximumBoxesPerType = Read("PooledAwait.MaximumBoxesPerType", DefaultMaximumBoxesPerType);

    /// <summary>
    /// The time between one trim and the next, unless memory is tight. The setting <c>PooledAwait.TrimIntervalSeconds</c> sets it; a
    /// value that is not a whole number from zero up is ignored.
    /// </summary>
    public static readonly uint TrimIntervalMilliseconds =
        1_000 * (uint)Math.Min(Read("PooledAwait.TrimIntervalSeconds", DefaultTrimIntervalSeconds), 1_000_000);

    /// <summary>
    /// How many bytes all idle boxes together may have, approximately, except for one box of each thread and method. The setting
    /// <c>PooledAwait.MaximumBytes</c> sets it; a value that is not a whole number from zero up is ignored.
    /// </summary>
    public static readonly long MaximumBytes = Setting.Number("PooledAwait.MaximumBytes", DefaultMaximumBytes());

    /// <summary>A tenth of the memory that the garbage collector may use; in a container, of the container's memory.</summary>
    private static long DefaultMaximumBytes() =>
#if NETSTANDARD2_0
        128L << 20; // the garbage collector cannot be asked
#else
        GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 10;
#endif

    private static int Read(string name, int defaultValue) => (int)Math.Min(Setting.Number(name, defaultValue), int.MaxValue);
}
