extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.TimedWaits;

/// <summary>An async method awaits <c>work.WaitAsync(..)</c>, and the work ends at once.</summary>
[Goal("`await work.WaitAsync(30 s)`, the work ends", false, Bytes = Ending.BytesOfWork, Must = 1.05, ReachFor = 0.75)]
[Goal("`await work.WaitAsync(30 s, token)`, the work ends", true, Bytes = Ending.BytesOfWork, Must = 1.05, ReachFor = 0.75)]
public class TimeoutByWaitAsync
{
    private const int Calls = 1_000;

    private readonly CancellationTokenSource _stop = new();

    [Params(false, true)]
    public bool WithToken { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Ending.Run(
        WithToken ? work => NotWoven::Work.Timeouts.LimitedWithTokenAsync(work, _stop.Token) : static work => NotWoven::Work.Timeouts.LimitedAsync(work), Calls);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Ending.Run(
        WithToken ? work => Woven::Work.Timeouts.LimitedWithTokenAsync(work, _stop.Token) : static work => Woven::Work.Timeouts.LimitedAsync(work), Calls);
}
