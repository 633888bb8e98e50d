extern alias NotWoven;
extern alias Woven;

using System.Runtime.CompilerServices;
using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>A callback that captures one reference. It is registered with a token, and unregistered at once.</summary>
[Goal("`Register`, one reference", Bytes = 0, Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class RegisterOne
{
    private const int Calls = 1_000;

    private readonly CancellationToken _token = new CancellationTokenSource().Token;
    private readonly StrongBox<int> _total = new(1);

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.States.Register);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int ByHand() => Run(NotWoven::Work.States.RegisterByHand);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.States.Register);

    private int Run(Action<CancellationToken, StrongBox<int>> register)
    {
        for (var i = 0; i < Calls; i++)
        {
            register(_token, _total);
        }

        return _total.Value;
    }
}
