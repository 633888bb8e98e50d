extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.TimedWaits;

/// <summary>An async method awaits <c>Task.Delay(1)</c> in a loop.</summary>
[Goal("`await Task.Delay(1)`", Bytes = 0, BytesBeyond = nameof(Blocking), Must = 1.05)]
public class DelayOfOne
{
    private const int Delays = 16;

    [Benchmark(Baseline = true, OperationsPerInvoke = Delays)]
    public int NotWoven() => Waited(NotWoven::Work.Timeouts.DelayedAsync(Delays));

    [Benchmark(OperationsPerInvoke = Delays)]
    public int Woven() => Waited(Woven::Work.Timeouts.DelayedAsync(Delays));

    /// <summary>Blocks on a call as the other methods do.</summary>
    [Benchmark(OperationsPerInvoke = Delays)]
    public int Blocking() => Waited(Woven::Work.Timeouts.YieldedAsync());

    private static int Waited(ValueTask call)
    {
        call.AsTask().Wait();
        return Delays;
    }
}
