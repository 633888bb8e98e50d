extern alias BaseLibraryPooling;
extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.Builders;

/// <summary>Ten nested calls. Each awaits the next, and the innermost suspends.</summary>
[Goal("a chain ten calls deep", Must = 0.90, ReachFor = 0.80, Peer = nameof(BaseLibraryPooling), MustAgainstPeer = 1.0)]
public class ChainOfTen
{
    [Benchmark(Baseline = true, OperationsPerInvoke = Loop.Calls)]
    public Task<int> NotWoven() => Loop.AwaitAsync(NotWoven::Work.Yielding.TenDeepAsync);

    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> BaseLibraryPooling() => Loop.AwaitAsync(BaseLibraryPooling::Work.Yielding.TenDeepAsync);

    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> Woven() => Loop.AwaitAsync(Woven::Work.Yielding.TenDeepAsync);
}
