extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.TimedWaits;

/// <summary>An async method awaits <c>Task.Delay(1)</c> in a loop.</summary>
[Goal("`await Task.Delay(1)`", Bytes = 0, Must = 1.05)]
public class DelayOfOne
{
    private const int Delays = 16;

    [Benchmark(Baseline = true, OperationsPerInvoke = Delays)]
    public int NotWoven() => Waited(NotWoven::Work.Timeouts.DelayedAsync(Delays));

    [Benchmark(OperationsPerInvoke = Delays)]
    public int Woven() => Waited(Woven::Work.Timeouts.DelayedAsync(Delays));

    /// <summary>Polls the call's status, because a thread that blocks on a ValueTask allocates.</summary>
    private static int Waited(ValueTask call)
    {
        while (!call.IsCompleted)
        {
            Thread.Sleep(1);
        }

        call.GetAwaiter().GetResult();
        return Delays;
    }
}
