using System.Collections.Concurrent;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>A context with its own thread, like that of a user interface.</summary>
public sealed class ThreadContext : SynchronizationContext, IDisposable
{
    private readonly BlockingCollection<(SendOrPostCallback Callback, object? State)> _posted = [];
    private readonly Thread _thread;

    public ThreadContext()
    {
        _thread = new Thread(() =>
        {
            SetSynchronizationContext(this);
            foreach (var (callback, state) in _posted.GetConsumingEnumerable())
            {
                callback(state);
            }
        })
        {
            IsBackground = true,
            Name = "a context's thread",
        };
        _thread.UnsafeStart();
    }

    public override void Post(SendOrPostCallback callback, object? state) => _posted.Add((callback, state));

    public void Dispose()
    {
        _posted.CompleteAdding();
        _thread.Join();
    }
}
