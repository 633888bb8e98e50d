namespace PooledAwait.Runtime;

/// <summary>Bounds how much the pools hold, and how long they hold boxes that no call needs.</summary>
internal static class PoolLimits
{
    private const int DefaultMaximumBoxesPerType = 16_384;
    private const int DefaultTrimIntervalSeconds = 10;

    /// <summary>
    /// The maximum number of idle boxes of one type that the threads share. In addition, each thread may hold a box and two magazines. Set by
    /// <c>PooledAwait.MaximumBoxesPerType</c>, a whole number from zero up; other values are ignored.
    /// </summary>
    public static readonly int MaximumBoxesPerType = Read("PooledAwait.MaximumBoxesPerType", DefaultMaximumBoxesPerType);

    /// <summary>
    /// The minimum time between two trims, unless memory is tight. Set by <c>PooledAwait.TrimIntervalSeconds</c>, a whole number from zero up; other values are
    /// ignored.
    /// </summary>
    public static readonly uint TrimIntervalMilliseconds =
        1_000 * (uint)Math.Min(Read("PooledAwait.TrimIntervalSeconds", DefaultTrimIntervalSeconds), 1_000_000);

    /// <summary>
    /// The approximate limit for the bytes of all idle boxes together. One box for each thread and method does not count. Set by
    /// <c>PooledAwait.MaximumBytes</c>, a whole number from zero up; other values are ignored.
    /// </summary>
    public static readonly long MaximumBytes = Setting.Number("PooledAwait.MaximumBytes", DefaultMaximumBytes());

    /// <summary>Returns a tenth of the memory that the garbage collector may use. (In a container, the container's limit counts.)</summary>
    private static long DefaultMaximumBytes() =>
#if NETSTANDARD2_0
        128L << 20; // the garbage collector cannot be asked
#else
        GC.GetGCMemoryInfo().TotalAvailableMemoryBytes / 10;
#endif

    private static int Read(string name, int defaultValue) => (int)Math.Min(Setting.Number(name, defaultValue), int.MaxValue);
}
