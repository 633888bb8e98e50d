extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.WhenAny;

/// <summary>At the call, no task has completed. Then the first task completes. The measurement includes making the tasks.</summary>
[Goal("AllPendingThenComplete, an array of 3", 3, Bytes = 520, Must = 1.0, ReachFor = 0.89)]
[Goal("AllPendingThenComplete, an array of 4", 4, Bytes = 664, Must = 1.0, ReachFor = 0.89)]
public class AllPendingThenComplete
{
    private const int Calls = 1_000;

    [Params(3, 4)]
    public int Tasks { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.Racing.FirstOfPending);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.Racing.FirstOfPending);

    private int Run(Func<int, Task<Task<int>>> race)
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
        {
            sum += race(Tasks).Result.Result;
        }

        return sum;
    }
}
