#if NET8_0_OR_GREATER
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <summary>The promise of an awaited <c>Task.Delay</c>. It is the source of the call's ValueTask.</summary>
[StackTraceHidden]
internal sealed class DelayPromise : TimedWait, IValueTaskSource, ITicketHolder
{
    private TicketedCompletion _completion = new();

    string ITicketHolder.Producer => $"{typeof(AwaitedDelay)}.{nameof(AwaitedDelay.Delay)}";

    /// <summary>Makes the ValueTask that completes after a time, or when the token is cancelled.</summary>
    public static ValueTask Create(uint milliseconds, CancellationToken token)
    {
        // Only Recycle below puts promises into this pool, so their type is known.
        var pooled = Pool<PoolUser.AwaitedDelays, VoidResult>.Take();
        var promise = pooled is not null ? Unsafe.As<DelayPromise>(pooled) : new DelayPromise();
        var ticket = promise._completion.Token;
        promise.TryStart(milliseconds, token);
        return new ValueTask(promise, ticket);
    }

    public ValueTaskSourceStatus GetStatus(short token) => _completion.GetStatus(token, this);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _completion.OnCompleted(continuation, state, token, flags, this);

    public void GetResult(short token)
    {
        var error = _completion.Consume(token, this);
        Release(Holders.Consuming);
        error?.GetAwaiter().GetResult(); // throws
    }

    /// <summary>
    /// Runs the continuation in place if <see cref="ContinuationPlacement"/> allows that. In place is safe, because the timer's callback already runs on the
    /// thread pool.
    /// </summary>
    protected override void CompleteInTime(int held)
    {
        ReleaseToConsumer(held);
        _completion.CompleteOutsideMachine();
    }

    /// <summary>Queues the continuation, as the base library does. So the continuation does not run inside the code that cancels the token.</summary>
    protected override void CompleteAsCancelled(CancellationToken token, int held)
    {
        ReleaseToConsumer(held);
        _completion.CompleteQueued(Task.FromCanceled(token));
    }

    protected override void Recycle()
    {
        if (!_completion.IsRetired)
        {
            Pool<PoolUser.AwaitedDelays, VoidResult>.Put(this);
        }
        else
        {
            Pool<PoolUser.AwaitedDelays, VoidResult>.Drop();
        }
    }
}
#endif
