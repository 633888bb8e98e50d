extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.StateObjects;

/// <summary>
/// The example in <i>TPL Performance Improvements in .NET 4.5</i>. The lambda captures its antecedent, which has completed, and a TaskCompletionSource.
/// </summary>
[Goal("`ResultOrZero`", Bytes = 208, Peer = nameof(ByHand), MustAgainstPeer = Noise.Most)]
public class ResultOrZero
{
    private const int Calls = 1_000;

    private readonly Task<int> _task = Task.FromResult(20);

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.Continuations.Fallback.ResultOrZero);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int ByHand() => Run(NotWoven::Work.Continuations.Fallback.ResultOrZeroByHand);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.Continuations.Fallback.ResultOrZero);

    private int Run(Func<Task<int>, Task<int>> resultOrZero)
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
        {
            sum += resultOrZero(_task).Result;
        }

        return sum;
    }
}
