extern alias NotWoven;
extern alias Woven;

using BenchmarkDotNet.Attributes;
using Benchmarks.Reporting;

namespace Benchmarks.Builders;

/// <summary>
/// One thread starts a thousand calls of a delegate and stores their ValueTasks in an array. Another thread completes the calls and takes each
/// result once. In the woven build, each of these calls gets a task.
/// </summary>
[Goal("the same, stored in an array before", Bytes = 128, Must = 1.0)]
public class StoredCalls
{
    private const int InFlight = 1_000;
    private const int Calls = 10_000;

    private readonly PendingRead[] _reads = [.. Enumerable.Range(0, InFlight).Select(_ => new PendingRead())];
    private readonly ValueTask<int>[] _calls = new ValueTask<int>[InFlight];
    private readonly SemaphoreSlim _started = new(0);
    private readonly SemaphoreSlim _completed = new(0);
    private readonly Func<int, ValueTask<int>> _notWoven;
    private readonly Func<int, ValueTask<int>> _woven;
    private volatile bool _ended;
    private int _sum;

    public StoredCalls()
    {
        _notWoven = i => NotWoven::Work.Receiving.ReceiveAsync(_reads[i].Start());
        _woven = i => Woven::Work.Receiving.ReceiveAsync(_reads[i].Start());
    }

    [GlobalSetup]
    public void SetUp() => new Thread(CompleteWhatWasStarted) { IsBackground = true }.Start();

    [GlobalCleanup]
    public void CleanUp()
    {
        _ended = true;
        _started.Release();
    }

    [Benchmark(Baseline = true, OperationsPerInvoke = Calls)]
    public int NotWoven()
    {
        for (var done = 0; done < Calls; done += InFlight)
        {
            NotWoven::Work.Storing.Store(_calls, _notWoven);
            Complete();
        }

        return _sum;
    }

    [Benchmark(OperationsPerInvoke = Calls)]
    public int Woven()
    {
        for (var done = 0; done < Calls; done += InFlight)
        {
            Woven::Work.Storing.Store(_calls, _woven);
            Complete();
        }

        return _sum;
    }

    private void Complete()
    {
        _started.Release();
        _completed.Wait();
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

            var sum = 0;
            foreach (var read in _reads)
            {
                read.Complete(20);
            }

            foreach (var call in _calls)
            {
                sum += call.Result;
            }

            _sum = sum;
            _completed.Release();
        }
    }
}
