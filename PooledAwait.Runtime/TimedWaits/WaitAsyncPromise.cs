#if NET8_0_OR_GREATER
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <summary>
/// The promise of an awaited <c>Task.WaitAsync</c>. It is the source of the call's ValueTask. This class can be loaded even if the base library lacks the
/// interface that <c>RecognisedWaitAsyncPromise</c> implements.
/// </summary>
/// <typeparam name="TResult">The type of the task's result; <see cref="VoidResult"/> if there is none.</typeparam>
[StackTraceHidden]
internal abstract class WaitAsyncPromise<TResult> : TimedWait, IValueTaskSource<TResult>, IValueTaskSource, ITicketHolder
{
    private TicketedCompletion _completion = new();

    /// <summary>The task; null while the promise is idle.</summary>
    private Task? _task;

    /// <summary>Written before completion; read and cleared by the one consumer.</summary>
    private TResult? _result;

    string ITicketHolder.Producer => $"{typeof(AwaitedWaitAsync)}.{nameof(AwaitedWaitAsync.WaitAsync)}";

    /// <summary>True, as for the base library's promise, because completing this promise may run the awaiting code.</summary>
    public bool InvokeMayRunArbitraryCode => true;

    /// <summary>Makes a promise that completes when a task has completed, a time is over, or the token is cancelled.</summary>
    /// <param name="task">The task to wait for.</param>
    /// <param name="milliseconds">The time in milliseconds; <see cref="TimedWaits.Infinite"/> if there is no time.</param>
    /// <param name="token">Cancels the wait.</param>
    /// <param name="ticket">The token of the ValueTask.</param>
    /// <returns>The promise; null if the task has completed in the meantime.</returns>
    public static WaitAsyncPromise<TResult>? TryCreate(Task task, uint milliseconds, CancellationToken token, out short ticket)
    {
        // Only Recycle below puts promises into this pool, so their type is known.
        var pooled = Pool<PoolUser.AwaitedWaits, TResult>.Take();
        var promise = pooled is not null ? Unsafe.As<WaitAsyncPromise<TResult>>(pooled) : TaskContinuations.MakeWaitPromise<TResult>();
        ticket = promise._completion.Token;
        promise._task = task;
        if (promise.TryStart(milliseconds, token, Other))
        {
            return promise;
        }

        promise.Recycle();
        return null;
    }

    public ValueTaskSourceStatus GetStatus(short token) => _completion.GetStatus(token, this);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _completion.OnCompleted(continuation, state, token, flags, this);

    public TResult GetResult(short token)
    {
        var error = _completion.Consume(token, this);
        var result = _result;
        _result = default;
        Release(Holders.Consuming);
        error?.GetAwaiter().GetResult(); // throws
        return result!;
    }

    void IValueTaskSource.GetResult(short token) => GetResult(token);

    /// <summary>Called by the task on its completion, unless the promise was removed from the task before.</summary>
    public void Invoke(Task completingTask)
    {
        if (!TryWin(Other, out var held))
        {
            return;
        }

        if (completingTask.IsCompletedSuccessfully)
        {
            if (typeof(TResult) != typeof(VoidResult))
            {
                _result = Unsafe.As<Task<TResult>>(completingTask).Result;
            }

            ReleaseToConsumer(held);
            _completion.CompleteOutsideMachine();
        }
        else
        {
            var error = completingTask.IsCanceled ? Cancellation.CopyOf(completingTask) : completingTask;
            ReleaseToConsumer(held);
            _completion.CompleteOutsideMachine(error);
        }
    }

    protected override bool TryStartOther() => TaskContinuations.TryAdd(_task!, this, addBeforeOthers: false);

    /// <inheritdoc/>
    /// <remarks>The remarks of <see cref="WhenAnyPromise"/> explain why this result is correct.</remarks>
    protected override bool TryStopOther()
    {
        var task = _task!;
        if (task.IsCompleted)
        {
            return false;
        }

        return TaskContinuations.Remove(task, this) && !task.IsCompleted;
    }

    protected override void CompleteInTime(int held)
    {
        var error = Task.FromException(new TimeoutException());
        ReleaseToConsumer(held);
        _completion.CompleteOutsideMachine(error);
    }

    /// <summary>Runs the continuation in place, as the base library does.</summary>
    protected override void CompleteAsCancelled(CancellationToken token, int held)
    {
        var error = Task.FromCanceled(token);
        ReleaseToConsumer(held);
        _completion.CompleteOutsideMachine(error);
    }

    protected override void Recycle()
    {
        _task = null;
        if (!_completion.IsRetired)
        {
            Pool<PoolUser.AwaitedWaits, TResult>.Put(this);
        }
        else
        {
            Pool<PoolUser.AwaitedWaits, TResult>.Drop();
        }
    }
}
#endif
