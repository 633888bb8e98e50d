#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>The timer of a <see cref="TimedWait"/>. The timer is kept and started again, because making a timer is expensive.</summary>
/// <remarks>
/// <para>
/// <b>The late callback.</b> Stopping a timer does not stop a callback that the timer's queue has already taken. If the wait were then reused, that late
/// callback would end the next wait too early. So <see cref="TryStop"/> tries to prove that no callback will come. There are two ways to prove this. Both
/// assume that no earlier callback can still come when the timer is started. This assumption holds, because the wait is reused only after its callback has
/// come, or after a proof that the callback will not come.
/// </para>
/// <para>
/// <i>Exact.</i> A queue takes a timer only if the timer is in the queue and due. The queue then sets <c>_everQueued</c> under its lock, and only afterwards
/// invokes the callback. <see cref="Start"/> clears the field while the timer is in no queue, and then puts the timer into its queue under the same lock.
/// Stopping removes the timer from the queue under the same lock. So if the field is still false after the timer was stopped, the queue has not taken the timer
/// since the start, and will not take it later.
/// </para>
/// <para>
/// <i>By the clock.</i> This proof is used until the self-test of <see cref="TimerCallbacks"/> has passed. A queue never takes a timer before the timer's time
/// is over. <see cref="TryStop"/> stops the timer, and then reads the clock. If the timer is not yet due, the queue has not taken the timer, and will not take
/// it later. The queue may read another clock than this class, so the proof needs a margin.
/// </para>
/// <para>
/// The timer is never disposed, because it is used again. The timer of an idle wait is in no queue, so the garbage collector can take the wait together with
/// its timer.
/// </para>
/// <para>This is a mutable struct: it stays in a field of its wait and is never copied.</para>
/// </remarks>
internal struct WaitTimer
{
    /// <summary>Four ticks of the coarsest clock.</summary>
    private const int MarginMilliseconds = 64;

    private Timer? _timer;

    /// <summary>
    /// The timer's internal object, for <see cref="TimerCallbacks"/>. The first start after the self-test has passed sets this field; until then, the field is
    /// null.
    /// </summary>
    private object? _callbacks;

    /// <summary>The earliest time at which the callback may be queued. Not read if <see cref="_callbacks"/> is set.</summary>
    private long _due;

    /// <summary>Starts the timer. Afterwards, the callback may come at any time.</summary>
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
    /// <returns>True if the callback will never come; false if it may still come.</returns>
    /// <remarks>
    /// Stopping needs the lock of the timer's queue. An interrupt of the wait for this lock throws an exception, which must not end the caller: the caller may
    /// have to complete a <see cref="TimedWait"/> or a <see cref="WhenAnyPromise"/> that no other thread completes. So the interrupt is kept for the thread's
    /// next wait. After an interrupt, the timer stays started, and its callback will come.
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
