#if NET8_0_OR_GREATER
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>A reusable object that waits for the first of several events: a time ends, a token is cancelled, or an event of a derived class happens.</summary>
/// <remarks>
/// <b>Reuse.</b> A wait has several holders, each with a bit (<see cref="Holders"/>). The timer, the token and the derived class's event hold the wait while
/// their callbacks may come. The starting thread and the consumer are holders, too. The holder whose event happens first wins. Then the winner stops the
/// holders that lost. But if a holder wins during the start, the starting thread stops the losers, at the end of the start. The thread that stops a loser
/// clears the loser's bit if the loser's callback will never come. If the callback may still come, the bit stays set until the callback clears it. If that
/// callback never comes, the wait is not used again, and the garbage collector takes the wait.
/// </remarks>
[StackTraceHidden]
internal abstract class TimedWait
{
    private const int Time = 1;
    private const int Token = 2;

    /// <summary>The bit of the derived class's event.</summary>
    protected const int Other = 4;

    /// <summary>The callback of all timers; its state is the wait.</summary>
    public static readonly TimerCallback OnTime = [StackTraceHidden] static (wait) => Unsafe.As<TimedWait>(wait!).TimeIsOver(); // the state is always a wait

    private static readonly Action<object?, CancellationToken> s_onCancelled =
        [StackTraceHidden] static (wait, token) => Unsafe.As<TimedWait>(wait!).IsCancelled(token); // the state is always a wait

    private Holders _holders;
    private WaitTimer _timer;

    /// <summary>
    /// Written by the starting thread, and cleared by the last holder. Other threads read it only after the starting thread has cleared the bit Starting.
    /// </summary>
    private CancellationTokenRegistration _registration;

    /// <summary>Starts the wait. Afterwards, the wait belongs to all its holders.</summary>
    /// <param name="milliseconds">The time; <see cref="TimedWaits.Infinite"/> if there is none.</param>
    /// <param name="token">The token. It may be cancelled while this method runs.</param>
    /// <param name="others">The bit of the derived class's event; 0 if there is none.</param>
    /// <returns>False if the derived class's event has already happened. Then nothing was started, and the caller recycles the wait.</returns>
    protected bool TryStart(uint milliseconds, CancellationToken token, int others = 0)
    {
        var hasTime = milliseconds != TimedWaits.Infinite;
        var started = others | Holders.Consuming | (hasTime ? Time : 0) | (token.CanBeCanceled ? Token : 0);
        _holders.Set(started | Holders.Starting);
        if (others != 0 && !TryStartOther())
        {
            return false;
        }

        if (hasTime)
        {
            _timer.Start(this, milliseconds);
        }

        if (token.CanBeCanceled)
        {
            _registration = token.UnsafeRegister(s_onCancelled, this);
            if (_registration == default)
            {
                // The callback has already run in place, or it will never come. (It never comes if the token's source is disposed.)
                _holders.Clear(Token);
                started &= ~Token;
            }
        }

        if (!_holders.TryEndStarting(started))
        {
            StopLosers();
        }

        return true;
    }

    /// <summary>Starts waiting for the derived class's event. Called before the timer is started.</summary>
    /// <returns>False if the event has already happened.</returns>
    protected virtual bool TryStartOther() => true;

    /// <summary>Stops waiting for the derived class's event.</summary>
    /// <returns>True if the event will never call <see cref="TryWin"/>.</returns>
    protected virtual bool TryStopOther() => false;

    /// <summary>
    /// Completes the wait, because its time ended first. Each start leads to at most one call of this method or of <see cref="CompleteAsCancelled"/>, never of
    /// both.
    /// </summary>
    /// <param name="held">The bits that this method must release before any foreign code runs.</param>
    protected abstract void CompleteInTime(int held);

    /// <summary>Completes the wait, because the token was cancelled first.</summary>
    /// <param name="token">The token.</param>
    /// <param name="held">The bits that this method must release before any foreign code runs.</param>
    protected abstract void CompleteAsCancelled(CancellationToken token, int held);

    /// <summary>Gives the wait back to its pool.</summary>
    protected abstract void Recycle();

    /// <summary>Makes the caller the winner, unless another holder has won before.</summary>
    /// <param name="own">The caller's bit.</param>
    /// <param name="held">The bits that the caller must release before it completes the wait; 0 if another holder has won.</param>
    /// <returns>False if another holder has won. Then this method has released the caller's bit.</returns>
    protected bool TryWin(int own, out int held)
    {
        if (_holders.TryWin(out var observed))
        {
            held = (observed & Holders.Starting) != 0 ? own : Stop(own);
            return true;
        }

        held = 0;
        Release(own);
        return false;
    }

    /// <summary>Releases the caller's bits. Afterwards the caller must not touch the wait.</summary>
    protected void Release(int bits)
    {
        if (_holders.Release(bits))
        {
            _registration = default; // a registration in the idle wait would keep the token's source alive
            Recycle();
        }
    }

    /// <inheritdoc cref="Holders.ReleaseToConsumer"/>
    protected void ReleaseToConsumer(int bits) => _holders.ReleaseToConsumer(bits);

    private void TimeIsOver()
    {
        if (TryWin(Time, out var held))
        {
            CompleteInTime(held);
        }
    }

    private void IsCancelled(CancellationToken token)
    {
        if (TryWin(Token, out var held))
        {
            CompleteAsCancelled(token, held);
        }
    }

    /// <summary>
    /// Stops the holders that have not won, and releases the bit of the starting thread. Called by the starting thread if a holder has won during the start.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare
    private void StopLosers() => Release(Stop(Holders.Starting));

    /// <summary>Stops the holders that have not won.</summary>
    /// <param name="held">The caller's bit.</param>
    /// <returns>The caller's bit, and the bits of the holders whose callback will never come.</returns>
    private int Stop(int held)
    {
        var losers = _holders.Bits & ~held;
        if ((losers & Time) != 0 && _timer.TryStop())
        {
            held |= Time;
        }

        if ((losers & Token) != 0 && _registration.Unregister())
        {
            held |= Token;
        }

        if ((losers & Other) != 0 && TryStopOther())
        {
            held |= Other;
        }

        return held;
    }
}
#endif
