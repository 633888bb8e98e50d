extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Builders;
using Benchmarks.Reporting;

namespace Benchmarks.DirectAwaits;

/// <summary>An async method calls another async method and awaits the returned task directly.</summary>
[Goal("`await` of a `Task<int>` method that suspends", Must = 1.0, Peer = nameof(WrittenWithValueTask), MustAgainstPeer = 1.05)]
public class OneTask
{
    [Benchmark(Baseline = true, OperationsPerInvoke = Loop.Calls)]
    public Task<int> NotWoven() => Loop.AwaitAsync(NotWoven::Work.AwaitedTasks.OneAsync);

    /// <summary>Measures the same work in woven code that is written with ValueTasks. Shows what a change of the source code could achieve.</summary>
    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> WrittenWithValueTask() => Loop.AwaitAsync(Woven::Work.AwaitedValueTasks.OneAsync);

    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> Woven() => Loop.AwaitAsync(Woven::Work.AwaitedTasks.OneAsync);
}
