extern alias NotWoven;
extern alias Woven;

using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>A chain in which each task has two continuations. First the chain is built, then its first task completes.</summary>
[Goal("DualContinuationChain, a link of two continuations", BytesBeyond = nameof(ByHand), Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class DualContinuationChain
{
    private const int Chains = 20;
    private const int Links = 50;

    private readonly StrongBox<int> _total = new();
    private readonly int[] _amounts = [3];

    [Benchmark(Baseline = true, OperationsPerInvoke = Chains * Links)]
    public int NotWoven() => Run(NotWoven::Work.Continuations.Chain.Dual);

    [Benchmark(OperationsPerInvoke = Chains * Links)]
    public int ByHand() => Run(NotWoven::Work.Continuations.Chain.DualByHand);

    [Benchmark(OperationsPerInvoke = Chains * Links)]
    public int Woven() => Run(Woven::Work.Continuations.Chain.Dual);

    private int Run(Func<Task, int, StrongBox<int>, int[], Task> link)
    {
        for (var i = 0; i < Chains; i++)
        {
            var source = new TaskCompletionSource();
            var last = link(source.Task, Links, _total, _amounts);
            source.SetResult();
            last.Wait();
        }

        return _total.Value;
    }
}
