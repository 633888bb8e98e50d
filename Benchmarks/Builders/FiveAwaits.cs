extern alias BaseLibraryPooling;
extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.Builders;

/// <summary>A call suspends five times.</summary>
[Goal("five awaits", Must = 0.90, ReachFor = 0.80, Peer = nameof(BaseLibraryPooling), MustAgainstPeer = 1.0)]
public class FiveAwaits
{
    [Benchmark(Baseline = true, OperationsPerInvoke = Loop.Calls)]
    public Task<int> NotWoven() => Loop.AwaitAsync(NotWoven::Work.Yielding.FiveTimesAsync);

    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> BaseLibraryPooling() => Loop.AwaitAsync(BaseLibraryPooling::Work.Yielding.FiveTimesAsync);

    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> Woven() => Loop.AwaitAsync(Woven::Work.Yielding.FiveTimesAsync);
}
