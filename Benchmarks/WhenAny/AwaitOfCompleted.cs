extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.WhenAny;

/// <summary>An async method awaits <c>Task.WhenAny</c> of completed tasks, again and again.</summary>
[Goal("`await` of 2 completed tasks", 2, Must = 0.30)]
[Goal("`await` of 3 completed tasks", 3, Must = 0.10)]
[Goal("`await` of 4 completed tasks", 4, Must = 0.10)]
public class AwaitOfCompleted
{
    private const int Calls = 1_000;

    private readonly Task _task = Task.CompletedTask;

    [Params(2, 3, 4)]
    public int Tasks { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Tasks switch
    {
        2 => NotWoven::Work.AwaitedRacing.OfTwoAsync(_task, _task, Calls).Result,
        3 => NotWoven::Work.AwaitedRacing.OfThreeAsync(_task, _task, _task, Calls).Result,
        _ => NotWoven::Work.AwaitedRacing.OfFourAsync(_task, _task, _task, _task, Calls).Result,
    };

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Tasks switch
    {
        2 => Woven::Work.AwaitedRacing.OfTwoAsync(_task, _task, Calls).Result,
        3 => Woven::Work.AwaitedRacing.OfThreeAsync(_task, _task, _task, Calls).Result,
        _ => Woven::Work.AwaitedRacing.OfFourAsync(_task, _task, _task, _task, Calls).Result,
    };
}
