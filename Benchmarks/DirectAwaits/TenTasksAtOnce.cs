extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Builders;
using Benchmarks.Reporting;

namespace Benchmarks.DirectAwaits;

/// <summary>Ten calls that complete at once, with results for which the base library has no cached tasks.</summary>
[Goal("ten of them that complete at once", Must = 0.70, Peer = nameof(WrittenWithValueTask), MustAgainstPeer = 1.05)]
public class TenTasksAtOnce
{
    [Benchmark(Baseline = true, OperationsPerInvoke = Loop.Calls)]
    public Task<int> NotWoven() => Loop.AwaitAsync(NotWoven::Work.AwaitedTasks.TenAtOnceAsync);

    /// <summary>Measures the same work in woven code that is written with ValueTasks. Shows what a change of the source code could achieve.</summary>
    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> WrittenWithValueTask() => Loop.AwaitAsync(Woven::Work.AwaitedValueTasks.TenAtOnceAsync);

    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> Woven() => Loop.AwaitAsync(Woven::Work.AwaitedTasks.TenAtOnceAsync);
}
