extern alias NotWoven;
extern alias Woven;

using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>A continuation's lambda captures one reference. The antecedent has completed.</summary>
[Goal("one reference", Bytes = 112, Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class OneReference
{
    private const int Calls = 1_000;

    private readonly StrongBox<int> _total = new();

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.Continuations.Capturing.One);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int ByHand() => Run(NotWoven::Work.Continuations.Capturing.OneByHand);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.Continuations.Capturing.One);

    private int Run(Func<Task, StrongBox<int>, Task> follow)
    {
        for (var i = 0; i < Calls; i++)
        {
            follow(Task.CompletedTask, _total);
        }

        return _total.Value;
    }
}
