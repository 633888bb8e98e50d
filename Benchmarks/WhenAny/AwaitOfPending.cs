extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.WhenAny;

/// <summary>An async method awaits <c>Task.WhenAny</c> of new tasks, again and again. Each losing task keeps a list of 32 bytes.</summary>
[Goal("`await` of 2, pending then completed", 2, Bytes = 2 * Starter.BytesOfTask + 1 * 32, Must = 1.0, ReachFor = 0.85)]
[Goal("`await` of 3, pending then completed", 3, Bytes = 3 * Starter.BytesOfTask + 2 * 32, Must = 1.0, ReachFor = 0.85)]
[Goal("`await` of 4, pending then completed", 4, Bytes = 4 * Starter.BytesOfTask + 3 * 32, Must = 1.0, ReachFor = 0.85)]
public class AwaitOfPending
{
    private const int Calls = 1_000;

    private Starter _starter = null!;

    [Params(2, 3, 4)]
    public int Tasks { get; set; }

    [GlobalSetup]
    public void SetUp() => _starter = new Starter(Tasks);

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(Tasks switch
    {
        2 => NotWoven::Work.AwaitedRacing.OfTwoStartedAsync,
        3 => NotWoven::Work.AwaitedRacing.OfThreeStartedAsync,
        _ => NotWoven::Work.AwaitedRacing.OfFourStartedAsync,
    });

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Tasks switch
    {
        2 => Woven::Work.AwaitedRacing.OfTwoStartedAsync,
        3 => Woven::Work.AwaitedRacing.OfThreeStartedAsync,
        _ => Woven::Work.AwaitedRacing.OfFourStartedAsync,
    });

    private int Run(Func<Func<Task>, ValueTask<int>> race)
    {
        var call = race(_starter.Start);
        for (var i = 0; i < Calls - 1; i++)
        {
            _starter.CompleteFirst();
        }

        _starter.CompleteLast();
        return call.Result;
    }
}
