extern alias NotWoven;
extern alias Woven;

using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>A chain in which each task has one continuation. First the chain is built, then its first task completes.</summary>
[Goal("LinearContinuationChain, a link", BytesBeyond = nameof(ByHand), Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class LinearContinuationChain
{
    private const int Chains = 20;
    private const int Links = 50;

    private readonly StrongBox<int> _total = new();

    [Benchmark(Baseline = true, OperationsPerInvoke = Chains * Links)]
    public int NotWoven() => Run(NotWoven::Work.Continuations.Chain.Linear);

    [Benchmark(OperationsPerInvoke = Chains * Links)]
    public int ByHand() => Run(NotWoven::Work.Continuations.Chain.LinearByHand);

    [Benchmark(OperationsPerInvoke = Chains * Links)]
    public int Woven() => Run(Woven::Work.Continuations.Chain.Linear);

    private int Run(Func<Task, int, StrongBox<int>, Task> link)
    {
        for (var i = 0; i < Chains; i++)
        {
            var source = new TaskCompletionSource();
            var last = link(source.Task, Links, _total);
            source.SetResult();
            last.Wait();
        }

        return _total.Value;
    }
}
