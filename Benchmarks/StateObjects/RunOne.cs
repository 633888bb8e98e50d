extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>A lambda that captures one reference runs on the thread pool.</summary>
[Goal("`Task.Run`, one reference", Bytes = 64, Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class RunOne
{
    private const int Calls = 1_000;

    private readonly CountdownEvent _done = new(Calls);

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.States.Run);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int ByHand() => Run(NotWoven::Work.States.RunByHand);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.States.Run);

    private int Run(Func<CountdownEvent, Task> start)
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
