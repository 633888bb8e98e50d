extern alias NotWoven;
extern alias Woven;

using System.Collections.Concurrent;
using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>A factory captures two references. The dictionary already has the key.</summary>
[Goal("`GetOrAdd`, two references, the key is there", Bytes = 0, Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class GetOrAddTwo
{
    private const int Calls = 1_000;

    private readonly ConcurrentDictionary<int, int> _all = new() { [1] = 1 };
    private readonly StrongBox<int> _total = new(1);
    private readonly int[] _amounts = [1];

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.States.GetOrAddTwo);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int ByHand() => Run(NotWoven::Work.States.GetOrAddTwoByHand);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.States.GetOrAddTwo);

    private int Run(Func<ConcurrentDictionary<int, int>, StrongBox<int>, int[], int> call)
    {
        _all[1] = 1;
        var sum = 0;
        for (var i = 0; i < Calls; i++)
        {
            sum += call(_all, _total, _amounts);
        }

        return sum;
    }
}
