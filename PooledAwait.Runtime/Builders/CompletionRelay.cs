using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary>
/// Completes a real task when a call completes. Only the base library's tasks can report a blocked thread to the thread pool. Only they can make a
/// TaskScheduler run a continuation in place.
/// </summary>
[StackTraceHidden]
internal sealed class CompletionRelay : Relay
{
    private readonly TaskCompletionSource<VoidResult> _source = new();

    /// <inheritdoc/>
    public override Task Target => _source.Task;

    /// <inheritdoc/>
    public override void SetCompleted() => _source.SetResult(default);

    public void Wait() => _source.Task.Wait();

    /// <summary>Registers a continuation. It captures the current SynchronizationContext or TaskScheduler, and runs there.</summary>
    public void OnCompleted(Action<object?> continuation, object? state) =>
        _source.Task.GetAwaiter().UnsafeOnCompleted([StackTraceHidden] () => continuation(state));

    /// <summary>Registers a continuation, and completes the task at once. The continuation runs in place if the base library allows that.</summary>
    public static void RunInPlace(Action<object?> continuation, object? state, bool onCapturedContext)
    {
        var relay = new CompletionRelay();
        relay._source.Task.ConfigureAwait(onCapturedContext).GetAwaiter().UnsafeOnCompleted([StackTraceHidden] () => continuation(state));
        relay.SetCompleted();
    }

    /// <summary>Posts a continuation to a context. As with the base library's tasks, there is no current task while the context's Post runs.</summary>
    public static void Post(Action<object?> continuation, object? state, SynchronizationContext context)
    {
        var relay = new CompletionRelay();
        var current = SynchronizationContext.Current;
        if (ReferenceEquals(current, context))
        {
            relay.SetCompleted(); // first, because the continuation of a task that has already completed is never run in place
            relay.OnCompleted(continuation, state);
            return;
        }

        SynchronizationContext.SetSynchronizationContext(context);
        try
        {
            relay.OnCompleted(continuation, state);
        }
        finally
        {
            SynchronizationContext.SetSynchronizationContext(current);
        }

        relay.SetCompleted(); // completed only here, so that Post sees the caller's context as the current one
    }
}
