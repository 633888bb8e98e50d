extern alias BaseLibraryPooling;
extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.Builders;

/// <summary>A call yields once and continues on the thread pool.</summary>
[Goal("`ValueTask<int>` that yields once", Must = 0.90, ReachFor = 0.80, Peer = nameof(BaseLibraryPooling), MustAgainstPeer = 1.0)]
public class YieldOnce
{
    [Benchmark(Baseline = true, OperationsPerInvoke = Loop.Calls)]
    public Task<int> NotWoven() => Loop.AwaitAsync(NotWoven::Work.Yielding.OnceAsync);

    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> BaseLibraryPooling() => Loop.AwaitAsync(BaseLibraryPooling::Work.Yielding.OnceAsync);

    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> Woven() => Loop.AwaitAsync(Woven::Work.Yielding.OnceAsync);
}
