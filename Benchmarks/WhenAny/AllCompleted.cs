extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.WhenAny;

/// <summary>Every task has completed. The tasks are in an array that exists before the call.</summary>
[Goal("AllCompleted, an array of 3", 3, Bytes = 72, Must = 0.40, ReachFor = 0.24)]
[Goal("AllCompleted, an array of 4", 4, Bytes = 72, Must = 0.40, ReachFor = 0.24)]
public class AllCompleted
{
    private const int Calls = 1_000;

    private Task[] _tasks = null!;

    [Params(3, 4)]
    public int Tasks { get; set; }

    [GlobalSetup]
    public void SetUp() => _tasks = [.. Enumerable.Repeat(Task.CompletedTask, Tasks)];

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public Task<Task> NotWoven()
    {
        Task<Task> first = null!;
        for (var i = 0; i < Calls; i++)
        {
            first = NotWoven::Work.Racing.FirstOf(_tasks);
        }

        return first;
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public Task<Task> Woven()
    {
        Task<Task> first = null!;
        for (var i = 0; i < Calls; i++)
        {
            first = Woven::Work.Racing.FirstOf(_tasks);
        }

        return first;
    }
}
