#if NET8_0_OR_GREATER
using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <summary>
/// A <see cref="WhenAnyPromise"/> that is also the source of the call's ValueTask. This class can be loaded even if the base library lacks the interface that
/// <c>RecognisedAwaitedWhenAnyPromise</c> implements.
/// </summary>
/// <typeparam name="TTask">The type of the tasks that the promise waits for.</typeparam>
[StackTraceHidden]
internal abstract class AwaitedWhenAnyPromise<TTask> : WhenAnyPromise, IValueTaskSource<TTask>, ITicketHolder
    where TTask : Task
{
    private TicketedCompletion _completion = new();

    /// <summary>Written before completion; read and cleared by the one consumer.</summary>
    private TTask? _winner;

    string ITicketHolder.Producer => $"{typeof(AwaitedWhenAny)}.{nameof(AwaitedWhenAny.WhenAny)}";

    /// <summary>Makes the ValueTask that completes when the first of the given tasks completes.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ValueTask<TTask> Create(TTask task1, TTask task2, TTask? task3, TTask? task4, bool isTimed = false)
    {
        // Only Recycle below puts promises into this pool, so their type is known.
        var pooled = Pool<PoolUser.WhenAnyAwaited, TTask>.Take();
        var promise = pooled is not null ? Unsafe.As<AwaitedWhenAnyPromise<TTask>>(pooled) : TaskContinuations.MakeAwaitedPromise<TTask>();
        var token = promise._completion.Token;
        promise.Register(task1, task2, task3, task4, holders: Holders.Consuming, isTimed);
        return new ValueTask<TTask>(promise, token);
    }

    public ValueTaskSourceStatus GetStatus(short token) => _completion.GetStatus(token, this);

    public void OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _completion.OnCompleted(continuation, state, token, flags, this);

    public TTask GetResult(short token)
    {
        _completion.Consume(token, this);
        var winner = _winner!;
        _winner = null;
        if (Release(Holders.Consuming))
        {
            Recycle();
        }

        return winner;
    }

    protected sealed override void Complete(Task winner, int held)
    {
        _winner = Unsafe.As<TTask>(winner);
        ReleaseToConsumer(held);

        _completion.CompleteOutsideMachine();
    }

    protected sealed override void Recycle()
    {
        if (!_completion.IsRetired)
        {
            Pool<PoolUser.WhenAnyAwaited, TTask>.Put(this);
        }
        else
        {
            Pool<PoolUser.WhenAnyAwaited, TTask>.Drop();
        }
    }
}
#endif
