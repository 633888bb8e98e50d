#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>The timer of a <see cref="TimedWait"/>. It is kept and started again, because making a timer is expensive.</summary>
/// <remarks>
/// <para>
/// <b>The late callback.</b> Stopping a timer does not stop a callback that the timer's queue has already taken. If the wait were reused then, the late
/// callback would end the next wait too early. So <see cref="TryStop"/> proves that no callback is to come. There are two proofs. Both assume that no earlier
/// callback is still to come when the timer is started. This holds because the wait is not reused before its callback has come, or is proven not to come.
/// </para>
/// <para>
/// <i>Exact.</i> A queue invokes a timer's callback only after it has set <c>_everQueued</c>, under its lock, and only if the timer is in the queue and due.
/// <see cref="Start"/> clears the field while the timer is in no queue, and puts the timer into its queue under that lock. Stopping takes the timer out under
/// the same lock. So if the field is still false after the timer was stopped, the queue has not taken the timer since the start, and will not.
/// </para>
/// <para>
/// <i>By the clock</i>, while the self-test of <see cref="TimerCallbacks"/> has not passed: a queue never takes a timer before its time is over.
/// <see cref="TryStop"/> stops the timer, and then reads the clock. If the timer is not yet due, the queue has not taken it, and will not. The queue may read
/// another clock than this class, so a margin is kept.
/// </para>
/// <para>The timer is never disposed, because it is used again. An idle wait's timer is in no queue, so the garbage collector takes both.</para>
/// <para>This is a mutable struct: it stays in a field of its wait and is never copied.</para>
/// </remarks>
internal struct WaitTimer
{
    /// <summary>Four ticks of the coarsest clock.</summary>
    private const int MarginMilliseconds = 64;

    private Timer? _timer;

    /// <summary>The timer's internal object, for <see cref="TimerCallbacks"/>; null if the timer was last started before its test had passed.</summary>
    private object? _callbacks;

    /// <summary>The earliest time at which the callback may be queued. Not read once <see cref="_callbacks"/> is known.</summary>
    private long _due;

    /// <summary>Starts the timer. From here on, its callback may come at any time.</summary>
    public void Start(TimedWait wait, uint milliseconds)
    {
        var timer = _timer ?? Make(wait);
        if (TimerCallbacks.IsExact)
        {
            _callbacks ??= TimerCallbacks.Of(timer);
            TimerCallbacks.Forget(_callbacks);
        }
        else
        {
            _due = Environment.TickCount64 + milliseconds;
        }

        timer.Change(milliseconds, TimedWaits.Infinite);
    }

    /// <summary>Stops the timer.</summary>
    /// <returns>True if the callback never comes; false if it may still come.</returns>
    /// <remarks>
    /// Stopping waits for the lock of the timer's queue. An exception there would end the caller, which must complete a wait that no other thread completes. So
    /// an interrupt is kept for the thread's next wait. In that case, the timer stays started, and its callback comes.
    /// </remarks>
    public readonly bool TryStop()
    {
        try
        {
            _timer!.Change(TimedWaits.Infinite, TimedWaits.Infinite);
        }
        catch (ThreadInterruptedException)
        {
            Thread.CurrentThread.Interrupt();
            return false;
        }

        return _callbacks is not null ? !TimerCallbacks.WasQueued(_callbacks) : Environment.TickCount64 < _due - MarginMilliseconds;
    }

    private Timer Make(TimedWait wait) => _timer = StoppedTimer.Make(TimedWait.OnTime, wait);
}
#endif
