extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>A continuation's lambda, an Action, uses only <c>this</c>. The antecedent has completed.</summary>
[Goal("`this` only, Action", Bytes = 112, Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class ThisOnly
{
    private const int Calls = 1_000;

    private readonly NotWoven::Work.Continuations.Subscriber _notWoven = new();
    private readonly Woven::Work.Continuations.Subscriber _woven = new();

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven()
    {
        Run(_notWoven.Follow);
        return _notWoven.Runs;
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public int ByHand()
    {
        Run(_notWoven.FollowByHand);
        return _notWoven.Runs;
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven()
    {
        Run(_woven.Follow);
        return _woven.Runs;
    }

    private static void Run(Func<Task, Task> follow)
    {
        for (var i = 0; i < Calls; i++)
        {
            follow(Task.CompletedTask);
        }
    }
}
