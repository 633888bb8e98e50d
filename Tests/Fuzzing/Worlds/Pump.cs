namespace Tests.Fuzzing.Worlds;

/// <summary>
/// Runs the steps of a program's script on the thread pool, which has only one thread in this process. Each step begins when no work of earlier steps is left.
/// So only the program determines the order of events.
/// </summary>
/// <param name="endStep">An action to run after each step, when no work is left.</param>
internal sealed class Pump(Action endStep) : IThreadPoolWorkItem
{
    private readonly Queue<Action> _steps = [];
    private readonly Queue<Action> _posted = [];
    private readonly ManualResetEventSlim _done = new();
    private bool _inStep;

    public long AllocatedBytes { get; private set; }

    public void Add(Action step) => _steps.Enqueue(step);

    public void Post(Action action) => _posted.Enqueue(action);

    /// <summary>Runs the whole script, and waits for its end. The only thread of the pool must not call this method.</summary>
    /// <returns>False if the script did not end within the time.</returns>
    public bool Run(TimeSpan patience)
    {
        ThreadPool.UnsafeQueueUserWorkItem(static pump => pump.Begin(), this, preferLocal: false);
        return _done.Wait(patience);
    }

    public void Execute()
    {
        if (ThreadPool.PendingWorkItemCount > 0)
        {
            Again();
        }
        else if (_posted.TryDequeue(out var posted))
        {
            Again();
            posted();
        }
        else
        {
            if (_inStep)
            {
                endStep();
            }

            _inStep = true;
            if (_steps.TryDequeue(out var step))
            {
                Again();
                step();
            }
            else
            {
                AllocatedBytes = GC.GetAllocatedBytesForCurrentThread() - AllocatedBytes;
                _done.Set();
            }
        }
    }

    private void Begin()
    {
        AllocatedBytes = GC.GetAllocatedBytesForCurrentThread();
        Again();
    }

    // Queues the pump again, after everything that is already queued.
    private void Again() => ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
}
