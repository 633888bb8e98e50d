extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.TimedWaits;

/// <summary>An async method awaits <c>Task.WhenAny(work, Task.Delay(300))</c>. The work ends at once. Unwoven calls leave a timer for 300 ms.</summary>
[Goal("`await Task.WhenAny(work, Task.Delay(300))`, the work ends", false, Bytes = Ending.BytesOfWork, Must = 0.25)]
[Goal("`await Task.WhenAny(work, Task.Delay(300, token))`, the work ends", true, Bytes = Ending.BytesOfWork, Must = 0.25)]
public class TimeoutByWhenAny
{
    private const int Calls = 1_000;
    private const int Milliseconds = 300;

    private readonly CancellationTokenSource _stop = new();

    [Params(false, true)]
    public bool WithToken { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Ending.Run(
        WithToken
            ? work => NotWoven::Work.Timeouts.RacedWithTokenAsync(work, Milliseconds, _stop.Token)
            : static work => NotWoven::Work.Timeouts.RacedAsync(work, Milliseconds),
        Calls);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Ending.Run(
        WithToken
            ? work => Woven::Work.Timeouts.RacedWithTokenAsync(work, Milliseconds, _stop.Token)
            : static work => Woven::Work.Timeouts.RacedAsync(work, Milliseconds),
        Calls);
}
