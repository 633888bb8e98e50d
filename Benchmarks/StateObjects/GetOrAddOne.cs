extern alias NotWoven;
extern alias Woven;

using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>A factory captures one reference. The dictionary already has the key.</summary>
[Goal("`GetOrAdd`, one reference, the key is there", Bytes = 0, Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class GetOrAddOne
{
    private const int Calls = 1_000;

    private readonly ConcurrentDictionary<int, int> _all = new() { [1] = 1 };
    private readonly StrongBox<int> _total = new(1);

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.States.GetOrAdd);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int ByHand() => Run(NotWoven::Work.States.GetOrAddByHand);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.States.GetOrAdd);

    private int Run(Func<ConcurrentDictionary<int, int>, StrongBox<int>, int> call)
    {
        _all[1] = 1;
        var sum = 0;
        for (var i = 0; i < Calls; i++)
        {
            sum += call(_all, _total);
        }

        return sum;
    }
}
