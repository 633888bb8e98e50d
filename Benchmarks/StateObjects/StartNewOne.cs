extern alias NotWoven;
extern alias Woven;

using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>A task whose lambda captures one reference.</summary>
[Goal("`StartNew`, one reference", Bytes = 64, Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class StartNewOne
{
    private const int Calls = 1_000;

    private readonly TaskScheduler _scheduler = new InPlace();
    private readonly StrongBox<int> _total = new(1);

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.States.StartNew);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int ByHand() => Run(NotWoven::Work.States.StartNewByHand);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.States.StartNew);

    private int Run(Func<TaskScheduler, StrongBox<int>, Task> start)
    {
        _total.Value = 0;
        for (var i = 0; i < Calls; i++)
        {
            start(_scheduler, _total);
        }

        return _total.Value;
    }
}
