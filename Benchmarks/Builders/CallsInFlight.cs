extern alias BaseLibraryPooling;
extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.Builders;

/// <summary>Many calls wait for their reads at the same time. Then one thread completes all of them and takes their results.</summary>
[Goal("`ValueTask<int>` over an IValueTaskSource, 1 in flight", 1,
    Must = 0.85, ReachFor = 0.75, Peer = nameof(BaseLibraryPooling), MustAgainstPeer = 1.0)]
[Goal("the same, 10 in flight", 10, Must = 0.85, ReachFor = 0.75, Peer = nameof(BaseLibraryPooling), MustAgainstPeer = 0.85)]
[Goal("the same, 100 in flight", 100, Must = 0.85, ReachFor = 0.75, Peer = nameof(BaseLibraryPooling), MustAgainstPeer = 0.85)]
[Goal("the same, 1,000 in flight", 1_000, Must = 0.85, ReachFor = 0.75, Peer = nameof(BaseLibraryPooling), MustAgainstPeer = 0.85)]
[Goal("the same, 10,000 in flight", 10_000, Must = 0.85, ReachFor = 0.75, Peer = nameof(BaseLibraryPooling), MustAgainstPeer = 0.85)]
public class CallsInFlight
{
    private const int Calls = 10_000;

    private PendingCalls _pending = null!;

    [Params(1, 10, 100, 1_000, Calls)]
    public int InFlight { get; set; }

    [GlobalSetup]
    public void SetUp() => _pending = new PendingCalls(InFlight);

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.Receiving.ReceiveAsync);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int BaseLibraryPooling() => Run(BaseLibraryPooling::Work.Receiving.ReceiveAsync);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.Receiving.ReceiveAsync);

    private int Run(Func<ValueTask<int>, ValueTask<int>> call)
    {
        var sum = 0;
        for (var done = 0; done < Calls; done += InFlight)
        {
            _pending.Start(call);
            sum += _pending.Complete();
        }

        return sum;
    }
}
