extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.WhenAny;

/// <summary>
/// At the call, no task has completed. Then the first task completes. The tasks are separate arguments of the call. The measurement includes making the tasks:
/// 96 bytes each.
/// </summary>
[Goal("AllPendingThenComplete, 3 named in the call", 3, Bytes = 3 * 96 + 72 + 2 * 32, Must = 1.0, ReachFor = 0.89)]
[Goal("AllPendingThenComplete, 4 named in the call", 4, Bytes = 4 * 96 + 72 + 3 * 32, Must = 1.0, ReachFor = 0.89)]
public class AllPendingThenCompleteInline
{
    private const int Calls = 1_000;

    [Params(3, 4)]
    public int Tasks { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(Tasks == 3 ? NotWoven::Work.Racing.FirstOfThreePending : NotWoven::Work.Racing.FirstOfFourPending);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Tasks == 3 ? Woven::Work.Racing.FirstOfThreePending : Woven::Work.Racing.FirstOfFourPending);

    private static int Run(Func<Task<Task<int>>> race)
    {
        var sum = 0;
        for (var i = 0; i < Calls; i++)
        {
            sum += race().Result.Result;
        }

        return sum;
    }
}
