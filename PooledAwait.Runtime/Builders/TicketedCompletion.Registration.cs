using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <content>How a continuation is registered.</content>
internal partial struct TicketedCompletion
{
    /// <summary>Registers the one continuation of the call that <paramref name="token"/> belongs to.</summary>
    /// <exception cref="ArgumentNullException">There is no continuation, or an awaiter was given none.</exception>
    /// <exception cref="InvalidOperationException">That call was consumed before, or has a continuation already.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags, ITicketHolder holder)
    {
        // A ValueTask's awaiter does not look at what it passes on: it would fail where the call completes, on whatever thread that is.
        if (continuation is null || (state is null && ReferenceEquals(continuation, AwaitProbe.InvokeOfAwaiters)))
        {
            throw new ArgumentNullException(nameof(continuation));
        }

        if ((flags & ValueTaskSourceOnCompletedFlags.FlowExecutionContext) != 0)
        {
            FlowingContinuation.Wrap(ref continuation, ref state);
        }

        SynchronizationContext? synchronizationContext = null;
        if ((flags & ValueTaskSourceOnCompletedFlags.UseSchedulingContext) != 0)
        {
            synchronizationContext = ContinuationPlacement.CurrentSynchronizationContext;
            if (synchronizationContext is null && ContinuationPlacement.IsOnOtherScheduler)
            {
                OnCompletedOnScheduler(continuation, state, token, holder);
                return;
            }
        }

        // The base library's own awaiters register our boxes as its own: such a one is linked.
        var isBox = ReferenceEquals(continuation, AwaitProbe.MoveNextOfBaseLibraryBox) && state is StateMachineBox;
        if (!TryRegister(isBox ? null : continuation, state, synchronizationContext, token, holder))
        {
            ContinuationPlacement.Schedule(continuation, state, synchronizationContext);
        }
    }

    /// <summary>Registers a box as the continuation of the call of a twin that <paramref name="token"/> belongs to.</summary>
    /// <param name="caller">The box; its machine waits and its context is captured. Once it is linked another thread may be running it.</param>
    /// <param name="token">The call.</param>
    /// <param name="onCapturedContext">Whether the machine goes on where the SynchronizationContext or the TaskScheduler says that is current now.</param>
    /// <returns>False where it is to be registered by <see cref="OnCompleted"/>: the call has completed, or the TaskScheduler decides where its callers go on.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryLink(StateMachineBox caller, short token, bool onCapturedContext)
    {
        SynchronizationContext? synchronizationContext = null;
        if (onCapturedContext)
        {
            synchronizationContext = ContinuationPlacement.CurrentSynchronizationContext;
            if (synchronizationContext is null && ContinuationPlacement.IsOnOtherScheduler)
            {
                return false;
            }
        }

        var pending = ((ushort)token << VersionShift) | Pending;
        if (Interlocked.CompareExchange(ref _ticket, pending | Registering, pending) != pending)
        {
            return false;
        }

        _continuationState = caller;
        if (synchronizationContext is not null)
        {
            _synchronizationContext = synchronizationContext; // null before
        }

        Volatile.Write(ref _ticket, pending | Registered);
        return true;
    }

    /// <summary>
    /// Registers for the TaskScheduler that is current. Whether it will run the continuation in place is asked of the scheduler by
    /// members that only the base library can call: so it is a continuation of its kind, or, where those are not known, a real task stands
    /// between and is completed with the call.
    /// </summary>
    private void OnCompletedOnScheduler(Action<object?> continuation, object? state, short token, ITicketHolder holder)
    {
#if NET8_0_OR_GREATER
        if (BaseLibraryContinuation.IsSupported)
        {
            var onScheduler = BaseLibraryContinuation.ForScheduler(TaskScheduler.Current, continuation, state);
            if (!TryRegister(BaseLibraryContinuation.RunOnScheduler, onScheduler, synchronizationContext: null, token, holder))
            {
                BaseLibraryContinuation.RunScheduled(onScheduler, canRunInPlace: false); // what is already completed is queued, never run in place
            }

            return;
        }
#endif
        var relay = new CompletionRelay();
        if (TryRegister(Relay.Complete, relay, synchronizationContext: null, token, holder))
        {
            relay.OnCompleted(continuation, state);
        }
        else
        {
            relay.SetCompleted(); // first, so that what is already completed is queued, never run in place
            relay.OnCompleted(continuation, state);
        }
    }

    /// <summary>Completes a relay with the call: when that completes, or at once where it has.</summary>
    /// <exception cref="InvalidOperationException">The call was consumed before, or has a continuation already.</exception>
    public void CompleteAlong(Relay relay, short token, ITicketHolder holder)
    {
        if (!TryRegister(Relay.Complete, relay, synchronizationContext: null, token, holder))
        {
            relay.SetCompleted();
        }
    }

    /// <summary>Has a call take its own result when it completes.</summary>
    /// <returns>False where it has completed already: nothing was registered.</returns>
    /// <exception cref="InvalidOperationException">The call was consumed before, or has a continuation already.</exception>
    public bool TryForget(IForgottenCall call, short token, ITicketHolder holder) =>
        TryRegister(ForgottenCall.Complete, call, synchronizationContext: null, token, holder);

    /// <returns>False where the call has completed already: nothing was registered.</returns>
    private bool TryRegister(
        Action<object?>? continuation, object? state, SynchronizationContext? synchronizationContext, short token, ITicketHolder holder)
    {
        var pending = ((ushort)token << VersionShift) | Pending;
        var observed = Interlocked.CompareExchange(ref _ticket, pending | Registering, pending);
        if (observed == pending)
        {
            _continuation = continuation;
            _continuationState = state;
            _synchronizationContext = synchronizationContext;
            Volatile.Write(ref _ticket, pending | Registered);
            return true;
        }

        if (observed >> VersionShift != (ushort)token)
        {
            Misuse.ThrowConsumedTwice(holder);
        }

        if ((observed & PhaseMask) != Completed)
        {
            Misuse.ThrowAwaitedTwice(holder);
        }

        return false;
    }

    /// <summary>A consumer is between Registering and Registered, which is three stores long.</summary>
    /// <remarks>Where that thread has lost its processor, this one sleeps. Whoever interrupts it means a wait of the program's own: nobody else would complete the call.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare, and what it waits with would take stack in the machine's code
    private int WaitForRegistration(int ticket)
    {
        if ((ticket & PhaseMask) == Completed)
        {
            Misuse.ThrowCompletedTwice();
        }

        var spinner = new SpinWait();
        var isInterrupted = false;
        do
        {
            try
            {
                spinner.SpinOnce();
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }

            ticket = Volatile.Read(ref _ticket);
        }
        while ((ticket & PhaseMask) == Registering);

        if (isInterrupted)
        {
            Thread.CurrentThread.Interrupt();
        }

        return ticket;
    }
}
