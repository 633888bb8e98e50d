extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.WhenAny;

/// <summary>Every task has completed. The tasks are separate arguments of the call.</summary>
[Goal("AllCompleted, 3 named in the call", 3, Bytes = 72, Must = 0.40, ReachFor = 0.24)]
[Goal("AllCompleted, 4 named in the call", 4, Bytes = 72, Must = 0.40, ReachFor = 0.24)]
public class AllCompletedInline
{
    private const int Calls = 1_000;

    private readonly Task _task = Task.CompletedTask;

    [Params(3, 4)]
    public int Tasks { get; set; }

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public Task<Task> NotWoven()
    {
        Task<Task> first = null!;
        for (var i = 0; i < Calls; i++)
        {
            first = Tasks == 3
                ? NotWoven::Work.Racing.FirstOf(_task, _task, _task)
                : NotWoven::Work.Racing.FirstOf(_task, _task, _task, _task);
        }

        return first;
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public Task<Task> Woven()
    {
        Task<Task> first = null!;
        for (var i = 0; i < Calls; i++)
        {
            first = Tasks == 3
                ? Woven::Work.Racing.FirstOf(_task, _task, _task)
                : Woven::Work.Racing.FirstOf(_task, _task, _task, _task);
        }

        return first;
    }
}
