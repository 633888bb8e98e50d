extern alias NotWoven;
extern alias Woven;

using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.Builders;

/// <summary>An <c>async void</c> handler awaits a read that completes on the same thread.</summary>
[Goal("`async void`", Must = 0.95, ReachFor = 0.85)]
public class AsyncVoid
{
    private const int Calls = 1_000;

    private readonly PendingRead _read = new();
    private readonly StrongBox<int> _total = new();

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.Receiving.ReceiveInBackground);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.Receiving.ReceiveInBackground);

    private int Run(Action<ValueTask<int>, StrongBox<int>> call)
    {
        for (var i = 0; i < Calls; i++)
        {
            call(_read.Start(), _total);
            _read.Complete(20);
        }

        return _total.Value;
    }
}
