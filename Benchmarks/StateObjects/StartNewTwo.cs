extern alias NotWoven;
extern alias Woven;

using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>A task whose lambda captures two references.</summary>
[Goal("`StartNew`, two references", Bytes = 96, Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class StartNewTwo
{
    private const int Calls = 1_000;

    private readonly TaskScheduler _scheduler = new InPlace();
    private readonly StrongBox<int> _total = new(1);
    private readonly int[] _amounts = [1];

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.States.StartNewTwo);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int ByHand() => Run(NotWoven::Work.States.StartNewTwoByHand);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.States.StartNewTwo);

    private int Run(Func<TaskScheduler, StrongBox<int>, int[], Task> start)
    {
        _total.Value = 0;
        for (var i = 0; i < Calls; i++)
        {
            start(_scheduler, _total, _amounts);
        }

        return _total.Value;
    }
}
