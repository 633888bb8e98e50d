using Benchmarks.Throughput;

namespace Tests.Benchmarks;

[Parallelizable(ParallelScope.Self)]
public class LatencyHistogramTests
{
    [Test]
    public void Percentiles_are_right_to_a_sixteenth([Values(0.5, 0.9, 0.99, 1)] double share, [Values(1, 37, 5_000, 123_456_789)] long unit)
    {
        var histogram = new LatencyHistogram();
        for (var i = 1; i <= 1_000; i++)
        {
            histogram.Record(i * unit);
        }

        var exact = share * 1_000 * unit;
        Assert.That(histogram.Percentile(share), Is.InRange(exact, exact * 17 / 16));
    }

    [Test]
    public void Added_histograms_count_together()
    {
        var histogram = new LatencyHistogram();
        var other = new LatencyHistogram();
        histogram.Record(3);
        other.Record(long.MaxValue);
        histogram.Add(other);

        Assert.That(histogram.Count, Is.EqualTo(2));
        Assert.That(histogram.Percentile(0.5), Is.EqualTo(3));
        Assert.That(histogram.Percentile(1), Is.EqualTo(long.MaxValue));
    }
}
