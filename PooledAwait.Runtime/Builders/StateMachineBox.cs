using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// The reusable object that holds a suspended state machine and moves it forward when what it awaits completes.
/// </summary>
/// <remarks>
/// <para>
/// How it is registered with an awaiter decides both behaviour and bytes, and the base library keeps the best way to itself: its
/// own boxes are recognised by task awaiters, by value task sources, by <c>Task.Yield</c> and by the thread pool's queues, and
/// everything else pays a delegate or a work item. So each of our boxes owns one <c>Resumption</c> inside a box of the base
/// library's pooling builder that is never completed, and with the awaiters of the base library it awaits through that. Capturing the
/// ExecutionContext at each suspension, restoring it at each resumption and rethrowing what a registration throws on the thread pool
/// are then the base library's own.
/// </para>
/// <para>
/// Two kinds of await do without it, and the same is done here by public means. After <c>Task.Yield</c>, where that means the thread pool,
/// the box itself is the work item, which saves a visit to the base library's box. Awaiters of anyone else get a
/// <see cref="CallContinuation"/>, for nobody knows how often they invoke it.
/// </para>
/// <para>
/// Where that builder does not exist (netstandard2.0) or its box no longer has the one field that must be cleared
/// (<c>ResumptionContext.IsSupported</c>), the base library's awaiters get a cached delegate instead; the behaviour is the same, a
/// queued continuation costs a work item.
/// </para>
/// <para>
/// Every await tests several times whether a box is a Task, and each test walks all of the box's base classes; so there are no more of
/// them than are needed.
/// </para>
/// </remarks>
[StackTraceHidden]
internal abstract class StateMachineBox
#if NET8_0_OR_GREATER
    : IThreadPoolWorkItem
#endif
{
    private static readonly ContextCallback s_moveNext = static box => ((StateMachineBox)box!).MoveNext();

#if NET8_0_OR_GREATER
    /// <summary>
    /// The context in which the thread pool runs every work item; null until a box has been one. Threads may race to write it: they all
    /// write the same object, of which nothing is read.
    /// </summary>
    private static ExecutionContext? s_contextOfWorkItems;

    /// <summary>Holds the base library's box, from the first suspension of the first call for as long as this box lives.</summary>
    private PoolingAsyncValueTaskMethodBuilder _resumptionBuilder;

    /// <summary>That box again, as the object whose captured context is cleared; null until the first suspension.</summary>
    private object? _resumptionBox;
#endif

    /// <summary>Only without a <c>Resumption</c>: what awaiters of the base library invoke.</summary>
    private Action? _moveNextUnderContext;

    /// <summary>What all other awaiters of this call invoke; null until there was one.</summary>
    private Action? _callContinuation;

    /// <summary>
    /// Only for what is awaited without the <c>Resumption</c>: captured at the suspension, forgotten at the resumption; null means that
    /// flow is suppressed.
    /// </summary>
    private ExecutionContext? _context;

    /// <summary>Runs the state machine up to its next suspension or its end.</summary>
    internal abstract void MoveNext();

    /// <summary>The state machine's type, for messages.</summary>
    internal abstract Type StateMachineType { get; }

    // After an awaiter has taken the registration, another thread may already be running this box, or have completed and recycled
    // it. So nothing below touches `this` after the call to the awaiter, and no caller does after the call to these methods.

    internal void AwaitOnCompleted<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : INotifyCompletion
    {
        try
        {
            awaiter.OnCompleted(PrepareContinuation<TAwaiter>());
        }
        catch (Exception exception)
        {
            UnhandledException.ThrowOnThreadPool(exception);
        }
    }

    internal void AwaitUnsafeOnCompleted<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : ICriticalNotifyCompletion
    {
#if NET8_0_OR_GREATER
        if (typeof(TAwaiter) == typeof(YieldAwaitable.YieldAwaiter) && IsOnThreadPool)
        {
            _context = ExecutionContext.Capture();
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
            return;
        }

        if (Awaiter<TAwaiter>.IsBaseLibrarys && ResumptionContext.IsSupported)
        {
            if (_resumptionBox is null)
            {
                CreateResumptionBox();
            }

            var resumption = new Resumption(this);
            _resumptionBuilder.AwaitUnsafeOnCompleted(ref awaiter, ref resumption);
            return;
        }
#endif
        try
        {
            awaiter.UnsafeOnCompleted(PrepareContinuation<TAwaiter>());
        }
        catch (Exception exception)
        {
            UnhandledException.ThrowOnThreadPool(exception);
        }
    }

    /// <summary>
    /// Ends what was registered for the call, so that nobody has a hold on an idle box and it keeps nothing of the call alive.
    /// </summary>
    /// <remarks>Called by the state machine's own thread, while nothing is registered with any awaiter.</remarks>
    protected void ForgetRegistrations()
    {
        if (_callContinuation is not null)
        {
            ForgetCallContinuation();
        }

#if NET8_0_OR_GREATER
        if (_resumptionBox is { } box)
        {
            ResumptionContext.Clear(box);
        }
#endif
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare: only where an awaiter was not the base library's
    private void ForgetCallContinuation()
    {
        // Disarmed and without a context it is already, but for a machine that completes without having been resumed.
        CallContinuation.Disarm(_callContinuation!);
        _context = null;
        _callContinuation = null;
    }

#if NET8_0_OR_GREATER
    [MethodImpl(MethodImplOptions.NoInlining)] // once in the life of a box
    private void CreateResumptionBox() => _resumptionBox = ResumptionContext.CreateBox(ref _resumptionBuilder, this);
#endif

    /// <summary>Captures the context and returns what the awaiter is to invoke, once.</summary>
    private Action PrepareContinuation<TAwaiter>()
    {
        _context = ExecutionContext.Capture();
        if (Awaiter<TAwaiter>.IsBaseLibrarys)
        {
            return _moveNextUnderContext ??= MoveNextUnderContext;
        }

        var continuation = _callContinuation ??= CallContinuation.Create();
        CallContinuation.Arm(continuation, this); // from here on an earlier awaiter of this call may resume it, as with the default builder
        return continuation;
    }

    /// <summary>Resumes the state machine in the context that was captured by hand.</summary>
    internal void MoveNextUnderContext()
    {
        var context = _context;
        _context = null;
        if (context is null)
        {
            MoveNext();
        }
        else
        {
            ExecutionContext.Run(context, s_moveNext, this);
        }
    }

#if NET8_0_OR_GREATER
    /// <summary>
    /// Whether Task.Yield means the thread pool: nothing is current that would take the continuation. The box itself is the work item
    /// then; every other case is left to the base library.
    /// </summary>
    private static bool IsOnThreadPool =>
        ContinuationPlacement.CurrentSynchronizationContext is null && !ContinuationPlacement.IsOnOtherScheduler;

    /// <summary>
    /// Resumes the state machine after Task.Yield. The thread pool runs every work item in the same clean context, and cleans up behind
    /// it, so where that is the captured one there is nothing to switch to and back.
    /// </summary>
    void IThreadPoolWorkItem.Execute()
    {
        if (ReferenceEquals(_context, s_contextOfWorkItems ??= ExecutionContext.Capture()))
        {
            _context = null;
            MoveNext();
        }
        else
        {
            MoveNextUnderContext();
        }
    }
#endif
}
