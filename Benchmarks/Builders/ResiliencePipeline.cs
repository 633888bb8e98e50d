extern alias BaseLibraryPooling;
extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.Builders;

/// <summary>A remote call through retry, timeout and circuit breaker: four nested async methods. The innermost suspends.</summary>
[Goal("a resilience pipeline: retry, timeout, circuit breaker around a suspending call",
    BytesBeyond = nameof(TimerAlone), Must = 0.90, ReachFor = 0.80, Peer = nameof(BaseLibraryPooling), MustAgainstPeer = 1.0)]
public class ResiliencePipeline
{
    private readonly NotWoven::Work.Resilience.Pipeline _notWoven = new();
    private readonly BaseLibraryPooling::Work.Resilience.Pipeline _baseLibraryPooling = new();
    private readonly Woven::Work.Resilience.Pipeline _woven = new();

    [Benchmark(Baseline = true, OperationsPerInvoke = Loop.Calls)]
    public Task<int> NotWoven() => Loop.AwaitAsync(() => _notWoven.CallAsync(CancellationToken.None));

    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> BaseLibraryPooling() => Loop.AwaitAsync(() => _baseLibraryPooling.CallAsync(CancellationToken.None));

    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> Woven() => Loop.AwaitAsync(() => _woven.CallAsync(CancellationToken.None));

    /// <summary>Makes only the objects that each call needs in any build: a CancellationTokenSource and its timer.</summary>
    [Benchmark(OperationsPerInvoke = Loop.Calls)]
    public Task<int> TimerAlone() => Loop.AwaitAsync(static () =>
    {
        using var source = CancellationTokenSource.CreateLinkedTokenSource(CancellationToken.None);
        source.CancelAfter(TimeSpan.FromSeconds(30));
        return ValueTask.FromResult(source.IsCancellationRequested ? 0 : 1);
    });
}
