using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// The reusable object that holds a suspended state machine, and resumes it when the awaited operation completes.
/// </summary>
/// <remarks>
/// <para>
/// The way in which a box is registered with an awaiter decides both behaviour and bytes, and the best way is internal to the base library.
/// Task awaiters, value task sources, <c>Task.Yield</c> and the thread pool's queues recognise the base library's own boxes. Everything else
/// costs a delegate or a work item. So our boxes are of that kind (<c>BaseLibraryBox</c>), and the base library registers them as its own.
/// This class captures the ExecutionContext at each suspension and restores it at each resumption, with public members.
/// </para>
/// <para>
/// Two kinds of await do not use this way. After <c>Task.Yield</c>, if that means the thread pool, the box itself is the work item.
/// Awaiters that are not the base library's get a <see cref="CallContinuation"/>, because nobody knows how often they invoke it.
/// </para>
/// <para>
/// If the base library does not know such boxes (netstandard2.0, <c>BaseLibraryAwait.IsSupported</c>), its awaiters get a cached
/// delegate instead. The behaviour is the same, but a queued continuation costs a work item.
/// </para>
/// <para>
/// Every await tests several times whether a box is a Task, and each test walks all of the box's base classes. So there are no more base classes
/// than are needed.
/// </para>
/// </remarks>
[StackTraceHidden]
internal abstract partial class StateMachineBox
#if NET8_0_OR_GREATER
    : IThreadPoolWorkItem
#endif
{
    /// <summary>
    /// The number of the layout of boxes and builders, for tools that read them in memory from outside (<c>pooledawait stacks</c>). It is increased with each change of a field that the tools read, so that a tool
    /// can say that it is older. The tools find the number in the assembly's metadata.
    /// </summary>
    internal const int Layout = 1;

    private static readonly ContextCallback s_moveNext = [StackTraceHidden] static (box) => Unsafe.As<StateMachineBox>(box!).MoveNext(); // its state is always a box

#if NET8_0_OR_GREATER
    /// <summary>
    /// The context in which the thread pool runs every work item; null until a box has been a work item. Threads may race to write it: they all
    /// write the same object, and nothing of it is read.
    /// </summary>
    private static ExecutionContext? s_contextOfWorkItems;
#endif

    /// <summary>What awaiters of the base library invoke if they cannot be given the box itself; null until there was such an awaiter.</summary>
    private Action? _moveNextUnderContext;

    /// <summary>What all other awaiters of this call invoke; null until there was such an awaiter.</summary>
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
    /// Ends the registrations of the call, so that nobody has a hold on an idle box, and the box keeps nothing of the call alive.
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

    [MethodImpl(MethodImplOptions.NoInlining)] // rare: only if an awaiter was not the base library's
    private void ForgetCallContinuation()
    {
        CallContinuation.Disarm(_callContinuation!); // it is disarmed already, except for a machine that completes without having been resumed
        _callContinuation = null;
    }

    /// <summary>Suspends the machine until the call of a twin completes.</summary>
    /// <remarks>Not inlined into the machine's code. Calls that complete at once do not need this method, and its registers would take their stack.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void AwaitDirect<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : struct, IDirectAwaiter
    {
        CaptureContext();
        awaiter.Await(this);
    }

    /// <summary>Suspends the machine until a task that a twin returned completes. Whether the task has a result makes no difference here.</summary>
    internal void AwaitTask(Task task, bool continueOnCapturedContext)
    {
        var awaiter = task.ConfigureAwait(continueOnCapturedContext).GetAwaiter();
        AwaitUnsafeOnCompleted(ref awaiter);
    }

    /// <summary>Captures the context, and returns the delegate that the awaiter is to invoke, once.</summary>
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
        // Usually the context is the same as at the last suspension, and storing a reference costs more than comparing it.
        var context = ContextFlow.Capture();
        if (!ReferenceEquals(_context, context))
        {
            _context = context;
        }
    }

#if NET8_0_OR_GREATER
    /// <summary>
    /// Whether Task.Yield means the thread pool: no SynchronizationContext or TaskScheduler is current that would take the continuation. Then the box itself is the
    /// work item. Every other case is left to the base library.
    /// </summary>
    private static bool IsOnThreadPool =>
        ContinuationPlacement.CurrentSynchronizationContext is null && !ContinuationPlacement.IsOnOtherScheduler;

    /// <summary>
    /// Resumes the state machine after Task.Yield. The thread pool runs every work item in the same clean context, and cleans up after
    /// it. So if that context is the captured one, there is no context to switch to and back.
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
