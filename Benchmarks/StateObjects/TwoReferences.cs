extern alias NotWoven;
extern alias Woven;

using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>A continuation's lambda captures two references. The antecedent has completed.</summary>
[Goal("two references", Bytes = 144, Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class TwoReferences
{
    private const int Calls = 1_000;

    private readonly StrongBox<int> _total = new();
    private readonly int[] _amounts = [3];

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.Continuations.Capturing.Two);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int ByHand() => Run(NotWoven::Work.Continuations.Capturing.TwoByHand);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.Continuations.Capturing.Two);

    private int Run(Func<Task, StrongBox<int>, int[], Task> follow)
    {
        for (var i = 0; i < Calls; i++)
        {
            follow(Task.CompletedTask, _total, _amounts);
        }

        return _total.Value;
    }
}
