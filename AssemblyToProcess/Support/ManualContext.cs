namespace AssemblyToProcess.Support;

/// <summary>A SynchronizationContext that keeps posted work until <see cref="Run"/> runs the work on the calling thread.</summary>
public sealed class ManualContext : SynchronizationContext
{
    private readonly Queue<(SendOrPostCallback Callback, object? State)> _posted = new();
    private readonly string _name;

    public ManualContext(string name) => _name = name;

    public int Posted { get; private set; }

    public int Started { get; private set; }

    public int Completed { get; private set; }

    public override void Post(SendOrPostCallback callback, object? state)
    {
        lock (_posted)
        {
            Posted++;
            _posted.Enqueue((callback, state));
        }
    }

    public override void Send(SendOrPostCallback callback, object? state) => throw new NotSupportedException();

    public override void OperationStarted() => Started++;

    public override void OperationCompleted() => Completed++;

    public override SynchronizationContext CreateCopy() => this;

    /// <summary>Runs the posted work, and all work that this work posts in turn, with this context as the current context.</summary>
    public int Run()
    {
        var ran = 0;
        Under(() =>
        {
            while (TryTake(out var work))
            {
                ran++;
                work.Callback(work.State);
            }
        });
        return ran;
    }

    /// <summary>Runs an action with this context as the current context.</summary>
    public void Under(Action action)
    {
        var before = Current;
        SetSynchronizationContext(this);
        try
        {
            action();
        }
        finally
        {
            SetSynchronizationContext(before);
        }
    }

    public override string ToString() => $"context {_name}";

    private bool TryTake(out (SendOrPostCallback Callback, object? State) work)
    {
        lock (_posted)
        {
            if (_posted.Count == 0)
            {
                work = default;
                return false;
            }

            work = _posted.Dequeue();
            return true;
        }
    }
}
