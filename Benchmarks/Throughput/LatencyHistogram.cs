using System.Numerics;

namespace Benchmarks.Throughput;

/// <summary>Counts latencies in buckets, so that recording a latency only increments a counter. Each power of two has sixteen buckets.</summary>
internal sealed class LatencyHistogram
{
    private const int StepsBits = 4;
    private const int Steps = 1 << StepsBits;

    private readonly long[] _counts = new long[64 * Steps];

    public long Count => _counts.Sum();

    /// <param name="ticks">Ticks of the Stopwatch.</param>
    public void Record(long ticks) => _counts[BucketOf(ticks)]++;

    public void Add(LatencyHistogram other)
    {
        for (var bucket = 0; bucket < _counts.Length; bucket++)
        {
            _counts[bucket] += other._counts[bucket];
        }
    }

    /// <summary>Returns the ticks that a given share of all recorded latencies does not exceed, rounded up to the end of a bucket.</summary>
    public long Percentile(double share)
    {
        var rank = (long)Math.Ceiling(share * Count);
        var seen = 0L;
        for (var bucket = 0; bucket < _counts.Length; bucket++)
        {
            seen += _counts[bucket];
            if (seen >= rank && seen > 0)
            {
                return UpperEndOf(bucket);
            }
        }

        return 0;
    }

    private static int BucketOf(long ticks)
    {
        if (ticks < Steps)
        {
            return (int)Math.Max(ticks, 0);
        }

        var shift = BitOperations.Log2((ulong)ticks) - StepsBits;
        return ((shift + 1) << StepsBits) + (int)(ticks >> shift) - Steps;
    }

    private static long UpperEndOf(int bucket)
    {
        var shift = (bucket >> StepsBits) - 1;
        return shift < 0 ? bucket : ((long)(Steps + (bucket & (Steps - 1)) + 1) << shift) - 1;
    }
}
