using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <content>Registers continuations.</content>
internal partial struct TicketedCompletion
{
    /// <summary>Registers the one continuation of the call that <paramref name="token"/> belongs to.</summary>
    /// <exception cref="ArgumentNullException">The continuation is null, or an awaiter passes on a null action.</exception>
    /// <exception cref="InvalidOperationException">The call's result was consumed before, or the call has a continuation already.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void OnCompleted(
        Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags, ITicketHolder holder)
    {
        // A ValueTask's awaiter passes on its action without a check for null. Without the check here, a null would cause an exception only later, on the
        // thread that completes the call.
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

        // The base library's awaiters register our boxes with the same delegate as the base library's own boxes. Only our boxes are linked, that is, stored
        // without the delegate.
        var isBox = ReferenceEquals(continuation, AwaitProbe.MoveNextOfBaseLibraryBox) && state is StateMachineBox;
        if (!TryRegister(isBox ? null : continuation, state, synchronizationContext, token, holder))
        {
            ContinuationPlacement.Schedule(continuation, state, synchronizationContext);
        }
    }

    /// <summary>Registers a box as the continuation of a twin's call.</summary>
    /// <param name="caller">
    /// The box of the caller. Its machine is ready to wait, and its context is captured. As soon as the box is linked, another thread may run it.
    /// </param>
    /// <param name="token">The call's token.</param>
    /// <param name="onCapturedContext">True if the machine resumes in the current SynchronizationContext or TaskScheduler.</param>
    /// <returns>
    /// False if the caller must use <see cref="OnCompleted"/> instead: the call has completed, or a TaskScheduler decides where the machine resumes.
    /// </returns>
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
            _synchronizationContext = synchronizationContext; // otherwise the field is null already
        }

        Volatile.Write(ref _ticket, pending | Registered);
        return true;
    }

    /// <summary>
    /// Registers a continuation that runs on the current TaskScheduler. Only the base library can make a scheduler run a continuation in place. So this method
    /// registers a continuation object of the base library. If such objects are not supported, this method registers a <see cref="CompletionRelay"/>. The
    /// relay's task completes with the call, and then runs the continuation.
    /// </summary>
    private void OnCompletedOnScheduler(Action<object?> continuation, object? state, short token, ITicketHolder holder)
    {
#if NET8_0_OR_GREATER
        if (BaseLibraryContinuation.IsSupported)
        {
            var onScheduler = BaseLibraryContinuation.ForScheduler(TaskScheduler.Current, continuation, state);
            if (!TryRegister(BaseLibraryContinuation.RunOnScheduler, onScheduler, synchronizationContext: null, token, holder))
            {
                // The call has already completed, so the continuation is queued, never run in place.
                BaseLibraryContinuation.RunScheduled(onScheduler, canRunInPlace: false);
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
            relay.SetCompleted(); // first: a task that has already completed queues its continuations, and never runs them in place
            relay.OnCompleted(continuation, state);
        }
    }

    /// <summary>Completes a relay when the call completes, or at once if the call has completed already.</summary>
    /// <exception cref="InvalidOperationException">The call's result was consumed before, or the call has a continuation already.</exception>
    public void CompleteAlong(Relay relay, short token, ITicketHolder holder)
    {
        if (!TryRegister(Relay.Complete, relay, synchronizationContext: null, token, holder))
        {
            relay.SetCompleted();
        }
    }

    /// <summary>Registers the continuation that takes the result and discards it when the call completes.</summary>
    /// <returns>False if the call has completed already; then nothing was registered.</returns>
    /// <exception cref="InvalidOperationException">The call's result was consumed before, or the call has a continuation already.</exception>
    public bool TryForget(IForgottenCall call, short token, ITicketHolder holder) =>
        TryRegister(ForgottenCall.Complete, call, synchronizationContext: null, token, holder);

    /// <returns>False if the call has completed already; then nothing was registered.</returns>
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

    /// <summary>Waits until the consumer that set Registering sets Registered. Meanwhile, that consumer only stores up to three fields.</summary>
    /// <remarks>
    /// If the consumer's thread has lost its processor, this thread sleeps. An interrupt does not end this wait, because no other thread would complete the
    /// call. The interrupt is kept for the thread's next wait.
    /// </remarks>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare, and its SpinWait would take stack in the machine's code
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
