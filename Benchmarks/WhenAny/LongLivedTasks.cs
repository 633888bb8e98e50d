extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.WhenAny;

/// <summary>A worker awaits its next piece of work or the signal to stop, again and again.</summary>
[Goal("a loop of `await Task.WhenAny(work, stop, never)`, a turn", Bytes = Starter.BytesOfTask, Must = 1.0, ReachFor = 0.85)]
public class LongLivedTasks
{
    private const int Turns = 1_000;

    private readonly Starter _notWoven = new(1);
    private readonly Starter _woven = new(1);

    [GlobalSetup]
    public void SetUp()
    {
        var stop = new TaskCompletionSource().Task;
        var never = new TaskCompletionSource().Task;
        _ = NotWoven::Work.AwaitedRacing.UntilStoppedAsync(_notWoven.Start, stop, never).AsTask();
        _ = Woven::Work.AwaitedRacing.UntilStoppedAsync(_woven.Start, stop, never).AsTask();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Turns)]
    public int NotWoven() => Run(_notWoven);

    [Benchmark(OperationsPerInvoke = Turns)]
    public int Woven() => Run(_woven);

    private static int Run(Starter work)
    {
        for (var i = 0; i < Turns; i++)
        {
            work.CompleteFirst();
        }

        return Turns;
    }
}
