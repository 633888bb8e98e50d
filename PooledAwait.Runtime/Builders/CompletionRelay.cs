using System.Diagnostics;

namespace PooledAwait.Runtime;

/// <summary>
/// A real task that completes when a box does, for what only the base library's tasks can do: block a thread with the thread
/// pool's knowledge, and ask a TaskScheduler whether it runs a continuation in place.
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

    /// <summary>Registers a continuation for the scheduler that is current.</summary>
    public void OnCompleted(Action<object?> continuation, object? state) =>
        _source.Task.GetAwaiter().UnsafeOnCompleted([StackTraceHidden] () => continuation(state));

    /// <summary>Registers a continuation that runs in place where the base library lets one, and completes at once.</summary>
    public static void RunInPlace(Action<object?> continuation, object? state, bool onCapturedContext)
    {
        var relay = new CompletionRelay();
        relay._source.Task.ConfigureAwait(onCapturedContext).GetAwaiter().UnsafeOnCompleted([StackTraceHidden] () => continuation(state));
        relay.SetCompleted();
    }

    /// <summary>Posts a continuation as the base library posts those of its tasks: Post sees no task as the current one.</summary>
    public static void Post(Action<object?> continuation, object? state, SynchronizationContext context)
    {
        var relay = new CompletionRelay();
        var current = SynchronizationContext.Current;
        if (ReferenceEquals(current, context))
        {
            relay.SetCompleted(); // first: only what is already completed is never run in place
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

        relay.SetCompleted(); // here, where the context that Post sees is the caller's
    }
}
