extern alias BaseLibraryPooling;
extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.Builders;

/// <summary>One thread starts a thousand calls; another thread completes them and takes their results.</summary>
[Goal("the same, rented on one thread and completed on another, 1,000 at once",
    Bytes = 0.9, Must = 1.0, ReachFor = 0.85, Peer = nameof(BaseLibraryPooling), MustAgainstPeer = 1.0)]
public class CallsAcrossThreads
{
    private const int InFlight = 1_000;
    private const int Calls = 10_000;

    private readonly PendingCalls _pending = new(InFlight);
    private readonly SemaphoreSlim _started = new(0);
    private readonly SemaphoreSlim _completed = new(0);
    private volatile bool _ended;
    private int _sum;

    [GlobalSetup]
    public void SetUp() => new Thread(CompleteWhatWasStarted) { IsBackground = true }.Start();

    [GlobalCleanup]
    public void CleanUp()
    {
        _ended = true;
        _started.Release();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven() => Run(NotWoven::Work.Receiving.ReceiveAsync);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int BaseLibraryPooling() => Run(BaseLibraryPooling::Work.Receiving.ReceiveAsync);

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven() => Run(Woven::Work.Receiving.ReceiveAsync);

    private int Run(Func<ValueTask<int>, ValueTask<int>> call)
    {
        for (var done = 0; done < Calls; done += InFlight)
        {
            _pending.Start(call);
            _started.Release();
            _completed.Wait();
        }

        return _sum;
    }

    private void CompleteWhatWasStarted()
    {
        while (true)
        {
            _started.Wait();
            if (_ended)
            {
                return;
            }

            _sum = _pending.Complete();
            _completed.Release();
        }
    }
}
