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
/// everything else pays a delegate or a work item. So our boxes are of its kind (<c>BaseLibraryBox</c>), and it registers them
/// as its own. Capturing the ExecutionContext at each suspension and restoring it at each resumption is done here, by public means.
/// </para>
/// <para>
/// Two kinds of await do without it. After <c>Task.Yield</c>, where that means the thread pool,
/// the box itself is the work item. Awaiters of anyone else get a
/// <see cref="CallContinuation"/>, for nobody knows how often they invoke it.
/// </para>
/// <para>
/// Where the base library does not know such boxes (netstandard2.0, <c>BaseLibraryAwait.IsSupported</c>), its awaiters get a cached
/// delegate instead; the behaviour is the same, a queued continuation costs a work item.
/// </para>
/// <para>
/// Every await tests several times whether a box is a Task, and each test walks all of the box's base classes; so there are no more of
/// them than are needed.
/// </para>
/// </remarks>
[StackTraceHidden]
internal abstract partial class StateMachineBox
#if NET8_0_OR_GREATER
    : IThreadPoolWorkItem
#endif
{
    /// <summary>
    /// The layout of boxes and builders, for tools that read them in memory from outside (<c>pooledawait stacks</c>): increased with each change of a field that they read, so that they can say
    /// that they are older. They find it in the assembly's metadata.
    /// </summary>
    internal const int Layout = 1;

    private static readonly ContextCallback s_moveNext = [StackTraceHidden] static (box) => Unsafe.As<StateMachineBox>(box!).MoveNext(); // it is given nothing else

#if NET8_0_OR_GREATER
    /// <summary>
    /// The context in which the thread pool runs every work item; null until a box has been one. Threads may race to write it: they all
    /// write the same object, of which nothing is read.
    /// </summary>
    private static ExecutionContext? s_contextOfWorkItems;
#endif

    /// <summary>What awaiters of the base library invoke where they cannot be given the box itself; null until there was one.</summary>
    private Action? _moveNextUnderContext;

    /// <summary>What all other awaiters of this call invoke; null until there was one.</summary>
    private Action? _callContinuation;

    /// <summary>Captured at each suspension and forgotten at the end of the call; null means that flow is suppressed.</summary>
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
            CaptureContext();
            ThreadPool.UnsafeQueueUserWorkItem(this, preferLocal: false);
            return;
        }

        if (Awaiter<TAwaiter>.IsBaseLibrarys && BaseLibraryAwait.IsSupported)
        {
            CaptureContext();
            BaseLibraryAwait.Register(ref awaiter, this);
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

        _context = null;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare: only where an awaiter was not the base library's
    private void ForgetCallContinuation()
    {
        CallContinuation.Disarm(_callContinuation!); // it is already, but for a machine that completes without having been resumed
        _callContinuation = null;
    }

    /// <summary>Suspends the machine until the call of a twin completes.</summary>
    /// <remarks>No part of the machine's code: calls that complete at once do without it, and the registers that it needs would take their stack.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void AwaitDirect<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : struct, IDirectAwaiter
    {
        CaptureContext();
        awaiter.Await(this);
    }

    /// <summary>Suspends the machine until a task completes that a twin returned; that it has a result makes no difference here.</summary>
    internal void AwaitTask(Task task, bool continueOnCapturedContext)
    {
        var awaiter = task.ConfigureAwait(continueOnCapturedContext).GetAwaiter();
        AwaitUnsafeOnCompleted(ref awaiter);
    }

    /// <summary>Captures the context and returns what the awaiter is to invoke, once.</summary>
    private Action PrepareContinuation<TAwaiter>()
    {
        CaptureContext();
        if (Awaiter<TAwaiter>.IsBaseLibrarys)
        {
            return MoveNextAction;
        }

        var continuation = _callContinuation ??= CallContinuation.Create();
        CallContinuation.Arm(continuation, this); // from here on an earlier awaiter of this call may resume it, as with the default builder
        return continuation;
    }

    /// <summary>A delegate that resumes the state machine; the same one for as long as the box lives.</summary>
    protected Action MoveNextAction => _moveNextUnderContext ??= MoveNextUnderContext;

    /// <summary>Resumes the state machine in the context of its suspension.</summary>
    internal void MoveNextUnderContext()
    {
        _level = 0;
        if (_context is { } context)
        {
            ContextFlow.Run(context, s_moveNext, this);
        }
        else
        {
            MoveNext();
        }
    }

    private void CaptureContext()
    {
        // Mostly the same as at the last suspension; to store a reference costs more than to compare it.
        var context = ContextFlow.Capture();
        if (!ReferenceEquals(_context, context))
        {
            _context = context;
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
            _level = 0;
            MoveNext();
        }
        else
        {
            MoveNextUnderContext();
        }
    }
#endif
}
