#if NET8_0_OR_GREATER
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// A <c>Task.Delay</c> among the tasks of an awaited <c>Task.WhenAny</c>. The task of the delay is used again, unless the timer or the token has completed the
/// task.
/// </summary>
/// <remarks>
/// <para>
/// The task is a real task. When its time is over, or its token is cancelled, it completes like the base library's task, and is not used again. So if the delay
/// wins, the program gets a task like any other. Usually another task wins. Then the call of WhenAny leaves the delay, that is, stops the delay's timer and
/// stops waiting for the token. If neither the timer nor the token has ended the delay by then, no other code has the delay's task, and the next call may use
/// the delay again.
/// </para>
/// <para>
/// <b>Who leaves.</b> The call of WhenAny holds the bit of the consumer (<see cref="Holders.Consuming"/>), and leaves the delay at most once. If one of the
/// tasks has completed already, the call leaves the delay at once. Otherwise the promise of WhenAny leaves the delay, when it drops its reference to the
/// delay's task. (If that task completes while the promise is being removed from it, the promise may never drop the reference.) The AsyncState of the delay's
/// task refers to the delay. If that task has completed, <see cref="Leave"/> clears the AsyncState before the program gets the task. If an exception is thrown
/// before the call of WhenAny, the delay is never left. Then the timer or the token may still complete the task. The garbage collector takes both the delay
/// and the task.
/// </para>
/// </remarks>
[StackTraceHidden]
internal sealed class WhenAnyDelay : TimedWait
{
    /// <summary>Makes and completes the task; null before the first start, and after the time or the token has ended the delay.</summary>
    private TaskCompletionSource? _source;

    /// <summary>Starts a delay, and returns its task.</summary>
    public static Task Start(uint milliseconds, CancellationToken token)
    {
        // Only Recycle below puts delays into this pool, so their type is known.
        var pooled = Pool<PoolUser.WhenAnyDelays, VoidResult>.Take();
        var delay = pooled is not null ? Unsafe.As<WhenAnyDelay>(pooled) : new WhenAnyDelay();
        var task = (delay._source ??= new TaskCompletionSource(delay)).Task;
        delay.TryStart(milliseconds, token);
        return task;
    }

    /// <summary>Leaves the delay that a task belongs to. Does nothing if the task belongs to no delay.</summary>
    public static void Leave(Task task)
    {
        if (task.AsyncState is not WhenAnyDelay delay)
        {
            return;
        }

        if (task.IsCompleted)
        {
            TaskState.Of(task) = null;
        }

        if (delay.TryWin(Holders.Consuming, out var held))
        {
            delay.Release(held);
        }
    }

    protected override void CompleteInTime(int held) => TakeSource(held).TrySetResult();

    protected override void CompleteAsCancelled(CancellationToken token, int held)
    {
        var source = TakeSource(held);
        TaskState.ContinueAsynchronously(source.Task);
        source.TrySetCanceled(token);
    }

    protected override void Recycle() => Pool<PoolUser.WhenAnyDelays, VoidResult>.Put(this);

    /// <summary>Returns the source of the delay's task, and releases the delay. When the delay is used again, it gets a new task.</summary>
    private TaskCompletionSource TakeSource(int held)
    {
        var source = _source!;
        _source = null;
        Release(held);
        return source;
    }
}
#endif
