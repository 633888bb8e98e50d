extern alias NotWoven;
extern alias Woven;

using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>Many continuations wait for one task, to log its fault. Then the task succeeds or faults. Each continuation captures a name and a logger.</summary>
[Goal("fault logging, the antecedent succeeds", false, BytesBeyond = nameof(ByHand), Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
[Goal("fault logging, the antecedent faults", true, BytesBeyond = nameof(ByHand), Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class FaultLogging
{
    private const int Calls = 1_000;

    private readonly NotWoven::Work.Continuations.FaultLog _notWoven = new();
    private readonly Woven::Work.Continuations.FaultLog _woven = new();
    private readonly Exception _fault = new TimeoutException();

    [Params(false, true)]
    public bool Faults { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public (TaskStatus, int) NotWoven()
    {
        var last = Run(NotWoven::Work.Continuations.FaultLog.Watch, _notWoven);
        return (last, _notWoven.Entries);
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public (TaskStatus, int) ByHand()
    {
        var last = Run(NotWoven::Work.Continuations.FaultLog.WatchByHand, _notWoven);
        return (last, _notWoven.Entries);
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public (TaskStatus, int) Woven()
    {
        var last = Run(Woven::Work.Continuations.FaultLog.Watch, _woven);
        return (last, _woven.Entries);
    }

    private TaskStatus Run<TLog>(Func<Task, string, TLog, Task> watch, TLog log)
    {
        var source = AsyncTaskMethodBuilder.Create();
        var last = Task.CompletedTask;
        for (var i = 0; i < Calls; i++)
        {
            last = watch(source.Task, "request", log);
        }

        if (Faults)
        {
            source.SetException(_fault);
        }
        else
        {
            source.SetResult();
        }

        return last.Status;
    }
}
