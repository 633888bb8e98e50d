extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Builders;
using Benchmarks.Reporting;

namespace Benchmarks.DirectAwaits;

/// <summary>Ten calls, each of which awaits the next one's task, and the innermost one suspends.</summary>
[Goal("the same, ten levels deep", Must = 0.80, Peer = nameof(WrittenWithValueTask), MustAgainstPeer = 1.05)]
public class ChainOfTenTasks
{
    [Benchmark(Baseline = true, OperationsPerInvoke = Loop.Calls)]
    public Task<int> NotWoven() => Loop.AwaitAsync(NotWoven::Work.AwaitedTasks.TenDeepAsync);

    /// <summary>Woven as well: what a change of the source could reach.</summary>
    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> WrittenWithValueTask() => Loop.AwaitAsync(Woven::Work.AwaitedValueTasks.TenDeepAsync);

    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> Woven() => Loop.AwaitAsync(Woven::Work.AwaitedTasks.TenDeepAsync);
}
