extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>A lambda that captures one reference is queued to the thread pool.</summary>
[Goal("`QueueUserWorkItem`, one reference", Bytes = 32, Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class QueueOne
{
    private const int Calls = 1_000;

    private readonly CountdownEvent _done = new(Calls);

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.States.Queue);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int ByHand() => Run(NotWoven::Work.States.QueueByHand);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.States.Queue);

    private int Run(Action<CountdownEvent> start)
    {
        _done.Reset();
        for (var i = 0; i < Calls; i++)
        {
            start(_done);
        }

        _done.Wait();
        return Calls;
    }
}
