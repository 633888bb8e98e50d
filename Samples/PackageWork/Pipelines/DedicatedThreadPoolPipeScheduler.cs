using System.Collections.Concurrent;
using System.IO.Pipelines;

namespace Pipelines.Sockets.Unofficial;

/// <summary>Runs actions on its own threads, or on the thread pool if too many actions wait for these threads.</summary>
public sealed class DedicatedThreadPoolPipeScheduler : PipeScheduler, IDisposable
{
    private readonly BlockingCollection<(Action<object?> Action, object? State)> _queue = [];
    private readonly int _poolAt;
    private int _available;
    private long _servicedByQueue;
    private long _servicedByPool;

    public DedicatedThreadPoolPipeScheduler(
        string? name = null, int workerCount = 5, int useThreadPoolQueueLength = 10, ThreadPriority priority = ThreadPriority.Normal)
    {
        WorkerCount = workerCount;
        _poolAt = useThreadPoolQueueLength;
        for (var i = 0; i < workerCount; i++)
        {
            new Thread(Work) { Name = name, IsBackground = true, Priority = priority }.Start();
        }
    }

    public int WorkerCount { get; }

    public int AvailableCount => Volatile.Read(ref _available);

    public long TotalServicedByQueue => Volatile.Read(ref _servicedByQueue);

    public long TotalServicedByPool => Volatile.Read(ref _servicedByPool);

    public override void Schedule(Action<object?> action, object? state)
    {
        if (_queue.Count < _poolAt && !_queue.IsAddingCompleted)
        {
            _queue.Add((action, state));
            return;
        }

        Interlocked.Increment(ref _servicedByPool);
        ThreadPool.Schedule(action, state);
    }

    public void Dispose() => _queue.CompleteAdding();

    private void Work()
    {
        Interlocked.Increment(ref _available);
        foreach (var (action, state) in _queue.GetConsumingEnumerable())
        {
            Interlocked.Decrement(ref _available);
            action(state);
            Interlocked.Increment(ref _servicedByQueue);
            Interlocked.Increment(ref _available);
        }
    }
}
