using System.Diagnostics;
using System.Runtime.CompilerServices;
using System.Threading.Tasks.Sources;

namespace PooledAwait.Runtime;

/// <summary>
/// Completes the calls of a holder. A holder is an object to which ValueTasks refer, and which serves one call after another. This struct contains everything
/// about the completion of the current call, except the result.
/// </summary>
/// <remarks>
/// <para>
/// One word, the ticket, decides all races between consumers and the completing thread. The ticket's upper bits are the version, which is the token of the call
/// that owns the holder. The two lowest bits are the phase of that call.
/// </para>
/// <code>
///   Pending ──OnCompleted──> Registering ──> Registered
///      │                                        │
///      └────────────── completion ──────────────┴──> Completed ──Consume──> Pending of the next version
/// </code>
/// <para>
/// Before a consumer writes or recycles anything, it changes the ticket by a compare-and-swap. The compare-and-swap expects exactly the ticket that the
/// consumer's own token implies. So a consumer with a stale token fails, on any thread and at any time, and does not touch the call that owns the holder now. A
/// token has 16 bits. A holder retires before it would use a token twice, so a stale token never becomes valid again. A call of a twin (a method that the
/// weaver added) has only one consumer, the caller. If that caller finds the call completed, the caller may write the ticket without a compare-and-swap
/// (<see cref="ConsumeOfTwin"/>).
/// </para>
/// <para>
/// Only the consumer that moved the phase from Pending to Registering writes the continuation. It publishes the continuation with the release store of
/// Registered. After that store, only the completing thread changes the phase. That thread reads and clears the continuation before its release store of
/// Completed. After the store of Completed, other threads may consume, recycle and rent the holder. So the completing code does not touch the holder any more.
/// </para>
/// <para>
/// If one of our boxes awaits the call, that box is usually linked: the box is stored as the continuation's state, and the continuation itself stays null. So
/// no delegate is needed. State machines run in a loop. If a machine completes the call, it leaves the linked box to that loop
/// (<see cref="StateMachineBox.Next"/>). If other code completes the call, that code calls <see cref="StateMachineBox.ResumeAfter"/>.
/// </para>
/// <para>This is a mutable struct: it stays in a field of its holder and is never copied.</para>
/// </remarks>
[StackTraceHidden]
internal partial struct TicketedCompletion
{
    private const int Pending = 0;
    private const int Registering = 1;
    private const int Registered = 2;
    private const int Completed = 3;

    private const int PhaseMask = 3;
    private const int VersionShift = 2;

    /// <summary>
    /// The token of a holder's first call. No call has the token 0. So if a twin's ValueTask has the token 0, its source is a task or null, never a box.
    /// </summary>
    private const int FirstVersion = 1;

    /// <summary>The ticket of a holder that has used all tokens. Its version does not fit into 16 bits, so no token matches it.</summary>
    private const int Retired = (ushort.MaxValue + 1) << VersionShift;

    private int _ticket = FirstVersion << VersionShift;

    /// <summary>The continuation to invoke; null while none is registered, and if the state is a linked box.</summary>
    private Action<object?>? _continuation;
    private object? _continuationState;

    /// <summary>The SynchronizationContext to which the continuation is posted; null if the await captured none.</summary>
    private SynchronizationContext? _synchronizationContext;

    /// <summary>
    /// A task with the failure of the call; null if the call did not fail. Written before completion; read and cleared by the one consumer that gets the
    /// result. If the result is never consumed, the garbage collector collects the task with its holder, and UnobservedTaskException is raised, as with
    /// the default builder.
    /// </summary>
    private Task? _error;

    /// <summary>Makes the completion of a new holder.</summary>
    public TicketedCompletion()
    {
    }

    /// <summary>
    /// The token of the call that owns the holder. Only that call's builder and the consumer of its ValueTask can rely on the token. For other code, the token
    /// may become stale at any time.
    /// </summary>
    public readonly short Token => (short)(_ticket >> VersionShift);

    /// <summary>The box, task or delegate that awaits the call; null if none is known. Profilers read this property, on any thread and at any time.</summary>
    public readonly object? Awaiter
    {
        get
        {
            var state = _continuationState; // read once: the completing thread may clear it
            return state is Relay relay ? relay.Target : state;
        }
    }

    /// <summary>True if every token was used. Then the holder is not rented again. Read this property only after <see cref="Consume"/>.</summary>
    public readonly bool IsRetired => _ticket == Retired;

    /// <summary>Returns whether a token is the last token of its holder. If so, the holder is not rented again.</summary>
    /// <remarks>
    /// Unlike <see cref="IsRetired"/>, this method does not read the ticket. Directly after <see cref="Consume"/>, such a read would wait for the interlocked
    /// operation that has just changed the ticket.
    /// </remarks>
    public static bool IsLast(short token) => token == -1;

    /// <summary>Returns whether the call that <paramref name="token"/> belongs to has completed.</summary>
    /// <exception cref="InvalidOperationException">The result of that call was consumed before.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool IsCompleted(short token, ITicketHolder holder) => (TicketOf(token, holder) & PhaseMask) == Completed;

    /// <summary>Returns the status of the call that <paramref name="token"/> belongs to.</summary>
    /// <exception cref="InvalidOperationException">The result of that call was consumed before.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public ValueTaskSourceStatus GetStatus(short token, ITicketHolder holder)
    {
        return (TicketOf(token, holder) & PhaseMask) != Completed ? ValueTaskSourceStatus.Pending
            : _error is not { } error ? ValueTaskSourceStatus.Succeeded
            : error.IsCanceled ? ValueTaskSourceStatus.Canceled
            : ValueTaskSourceStatus.Faulted;
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private int TicketOf(short token, ITicketHolder holder)
    {
        var ticket = Volatile.Read(ref _ticket);
        if (ticket >> VersionShift != (ushort)token)
        {
            Misuse.ThrowConsumedTwice(holder);
        }

        return ticket;
    }

    /// <summary>
    /// Waits until the call that <paramref name="token"/> belongs to has completed. Then makes the token stale, so that no other consumer can use it.
    /// </summary>
    /// <returns>
    /// A task with the failure if the call failed; otherwise null. The caller first recycles the holder, and then throws the task's exception.
    /// </returns>
    /// <exception cref="InvalidOperationException">Another consumer got the result before, or waits for it already.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Task? Consume(short token, ITicketHolder holder)
    {
        var completed = ((ushort)token << VersionShift) | Completed;
        if (Volatile.Read(ref _ticket) != completed)
        {
            WaitForCompletion(token, holder);
        }

        var next = IsLast(token) ? Retired : completed - Completed + (1 << VersionShift);
        if (Interlocked.CompareExchange(ref _ticket, next, completed) != completed)
        {
            Misuse.ThrowConsumedTwice(holder);
        }

        return TakeError();
    }

    /// <summary>
    /// Does the same as <see cref="Consume"/> for the caller of a twin. That caller is the only consumer, so this method writes the ticket without an
    /// interlocked operation. When the pool passes the holder on to another thread, the pool's release store publishes the ticket.
    /// </summary>
    /// <exception cref="InvalidOperationException">The result was consumed before. This is an error of the weaver.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public Task? ConsumeOfTwin(short token, ITicketHolder holder)
    {
        var completed = ((ushort)token << VersionShift) | Completed;
        if (Volatile.Read(ref _ticket) != completed)
        {
            return Consume(token, holder); // waits, or throws
        }

        _ticket = IsLast(token) ? Retired : completed - Completed + (1 << VersionShift);
        return TakeError();
    }

    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Task? TakeError()
    {
        var error = _error;
        if (error is not null)
        {
            _error = null;
        }

        return error;
    }

    /// <summary>Blocks on a task until the call completes. The task reports the blocked thread to the thread pool, as with the default builder.</summary>
    private void WaitForCompletion(short token, ITicketHolder holder)
    {
        var relay = new CompletionRelay();
        if (TryRegister(Relay.Complete, relay, synchronizationContext: null, token, holder))
        {
            relay.Wait();
        }
    }

    /// <summary>Completes the call with the failure of a failed or cancelled task. The caller must not touch the holder afterwards.</summary>
    /// <exception cref="InvalidOperationException">The call was completed before.</exception>
    /// <param name="error">The task.</param>
    /// <param name="next">The <c>_next</c> of the box whose machine completes; 0 if other code completes the call.</param>
    public void Complete(Task error, int next)
    {
        _error = error;
        Complete(next);
    }

    /// <summary>Completes the call. Its result, if there is one, is already written. The caller must not touch the holder afterwards.</summary>
    /// <exception cref="InvalidOperationException">The call was completed before.</exception>
    /// <param name="next">The <c>_next</c> of the box whose machine completes; 0 if other code completes the call.</param>
    public void Complete(int next)
    {
        if (Publish(out var state, out var synchronizationContext) is { } continuation)
        {
            ContinuationPlacement.Run(continuation, state, synchronizationContext);
        }
        else if (state is not null)
        {
            var caller = Unsafe.As<StateMachineBox>(state); // only boxes are registered without a continuation
            if (!StateMachineBox.Next.TryLeave(next, caller, synchronizationContext))
            {
                caller.ResumeAfter(synchronizationContext);
            }
        }
    }

    /// <summary>
    /// Does the same as <see cref="Complete(int)"/> for code that is not a state machine. No loop runs that code, so this method itself resumes a linked box.
    /// </summary>
    /// <inheritdoc cref="Complete(int)" path="/exception"/>
    public void CompleteOutsideMachine() => Complete(0);

    /// <inheritdoc cref="CompleteOutsideMachine()"/>
    /// <param name="error">A failed or cancelled task.</param>
    public void CompleteOutsideMachine(Task error) => Complete(error, 0);

#if NET8_0_OR_GREATER
    /// <summary>
    /// Completes the call with a failure, and posts or queues the call's continuation, like a task with <c>RunContinuationsAsynchronously</c>.
    /// </summary>
    /// <param name="error">A failed or cancelled task.</param>
    /// <inheritdoc cref="Complete(int)" path="/exception"/>
    public void CompleteQueued(Task error)
    {
        _error = error;
        var continuation = Publish(out var state, out var synchronizationContext) ?? (state is null ? null : StateMachineBox.Resume);
        if (ReferenceEquals(continuation, BaseLibraryContinuation.RunOnScheduler))
        {
            BaseLibraryContinuation.RunScheduled(state!, canRunInPlace: false);
        }
        else if (continuation is not null)
        {
            ContinuationPlacement.Schedule(continuation, state, synchronizationContext);
        }
    }
#endif

    /// <returns>The continuation to run; null if none is registered yet, or if the state is a linked box.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private Action<object?>? Publish(out object? state, out SynchronizationContext? synchronizationContext)
    {
        state = null;
        synchronizationContext = null;

        var ticket = Volatile.Read(ref _ticket);
        if ((ticket & PhaseMask) == Pending)
        {
            var observed = Interlocked.CompareExchange(ref _ticket, ticket | Completed, ticket);
            if (observed == ticket)
            {
                return null;
            }

            ticket = observed;
        }

        if ((ticket & PhaseMask) != Registered)
        {
            ticket = WaitForRegistration(ticket);
        }

        var continuation = _continuation;
        state = _continuationState;
        synchronizationContext = _synchronizationContext;
        _continuation = null;
        _continuationState = null;
        _synchronizationContext = null;

        Volatile.Write(ref _ticket, ticket | Completed);
        return continuation;
    }

    public void ThrowIfCompleted()
    {
        if ((Volatile.Read(ref _ticket) & PhaseMask) == Completed)
        {
            Misuse.ThrowCompletedTwice();
        }
    }
}
