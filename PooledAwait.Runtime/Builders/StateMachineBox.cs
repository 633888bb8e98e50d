using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>A reusable object that holds a suspended state machine, and resumes the machine when the awaited operation completes.</summary>
/// <remarks>
/// <para>
/// The behaviour and the allocated bytes depend on how a box is registered with an awaiter. The best registration is internal to the base library: task
/// awaiters, value task sources, <c>Task.Yield</c> and the thread pool's queues recognise the base library's own boxes. Any other continuation costs a delegate
/// or a work item. So our boxes are of the base library's own kind (<c>BaseLibraryBox</c>), and the base library registers them like its own boxes. This class
/// uses public members to capture the ExecutionContext at each suspension and to restore it at each resumption.
/// </para>
/// <para>
/// Two kinds of await register a box differently. If <c>Task.Yield</c> resumes on the thread pool, the box itself is the work item. Awaiters from outside the
/// base library get a <see cref="CallContinuation"/>, because they may invoke their continuation more than once.
/// </para>
/// <para>
/// In the netstandard2.0 build, and if <c>BaseLibraryAwait.IsSupported</c> is false, the base library does not recognise our boxes. Then the base library's
/// awaiters get a cached delegate instead of the box. The behaviour is the same, but a queued continuation costs a work item.
/// </para>
/// <para>
/// Boxes have as few base classes as possible, because in each await, the base library tests several times whether a box is a Task. Each test walks all base
/// classes of the box.
/// </para>
/// </remarks>
[StackTraceHidden]
internal abstract partial class StateMachineBox
#if NET8_0_OR_GREATER
    : IThreadPoolWorkItem
#endif
{
    /// <summary>
    /// The version of the layout of boxes and builders, for tools that read the memory of another process (<c>pooledawait stacks</c>). Increase the version
    /// when you change a field that the tools read. Then an older tool can report that the tool is too old. The tools find this number in the assembly's
    /// metadata.
    /// </summary>
    internal const int Layout = 1;

    private static readonly ContextCallback s_run = [StackTraceHidden] static (box) => Unsafe.As<StateMachineBox>(box!).Run(); // the state is always a box

#if NET8_0_OR_GREATER
    /// <summary>
    /// The context in which the thread pool runs every work item; null until a box has been a work item. Several threads may write the field at the same time.
    /// This is harmless, because they all write the same object, and this class only compares references to it.
    /// </summary>
    private static ExecutionContext? s_contextOfWorkItems;
#endif

    /// <summary>The delegate for those awaiters of the base library that cannot take the box itself; null before the first such awaiter.</summary>
    private Action? _moveNextUnderContext;

    /// <summary>The delegate for the call's awaiters from outside the base library; null before the first such awaiter.</summary>
    private Action? _callContinuation;

    /// <summary>The captured ExecutionContext, written at each suspension and cleared at the end of the call; null if flow is suppressed.</summary>
    private ExecutionContext? _context;

    /// <summary>Runs the state machine up to its next suspension or its end.</summary>
    internal abstract void MoveNext();

    /// <summary>The state machine's type, for messages.</summary>
    internal abstract Type StateMachineType { get; }

    // Once a box is registered with an awaiter, another thread may run, complete and recycle the box. So the methods below do not touch `this` after they have
    // called the awaiter. Their callers do not touch the box after these methods have returned.

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

    /// <summary>Ends the registrations of the call. Then no awaiter can resume the idle box, and the box keeps no object of the call alive.</summary>
    /// <remarks>Called by the thread that runs the state machine, while no awaiter waits to resume the box.</remarks>
    protected void ForgetRegistrations()
    {
        if (_callContinuation is not null)
        {
            ForgetCallContinuation();
        }

        _context = null;
        _next = 0;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // rare: only if an awaiter was not the base library's
    private void ForgetCallContinuation()
    {
        CallContinuation.Disarm(_callContinuation!); // still armed only if the call completes before the awaiter has resumed the machine
        _callContinuation = null;
    }

    /// <summary>Suspends the machine until the call of a twin completes.</summary>
    /// <remarks>This method is not inlined, because inlining would enlarge the machine's stack frame, even for calls that complete at once.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    internal void AwaitDirect<TAwaiter>(ref TAwaiter awaiter)
        where TAwaiter : struct, IDirectAwaiter
    {
        CaptureContext();
        awaiter.Await(this);
    }

    /// <summary>Suspends the machine until a twin's task, with or without a result, completes.</summary>
    internal void AwaitTask(Task task, bool continueOnCapturedContext)
    {
        var awaiter = task.ConfigureAwait(continueOnCapturedContext).GetAwaiter();
        AwaitUnsafeOnCompleted(ref awaiter);
    }

    /// <summary>Captures the context, and returns the delegate to register with the awaiter.</summary>
    private Action PrepareContinuation<TAwaiter>()
    {
        CaptureContext();
        if (Awaiter<TAwaiter>.IsBaseLibrarys)
        {
            return MoveNextAction;
        }

        var continuation = _callContinuation ??= CallContinuation.Create();
        CallContinuation.Arm(continuation, this); // from here on, an earlier awaiter of this call may resume the box, as with the default builder
        return continuation;
    }

    /// <summary>The delegate that resumes the state machine. The first use makes the delegate, and the box keeps it for its later calls.</summary>
    protected Action MoveNextAction => _moveNextUnderContext ??= MoveNextUnderContext;

    /// <summary>Resumes the state machine in the context of its suspension.</summary>
    internal void MoveNextUnderContext()
    {
        if (_context is { } context)
        {
            ContextFlow.Run(context, s_run, this);
        }
        else
        {
            Run();
        }
    }

    private void CaptureContext()
    {
        // Usually the context is the same as at the last suspension. A comparison of two references costs less than a write of a reference.
        var context = ContextFlow.Capture();
        if (!ReferenceEquals(_context, context))
        {
            _context = context;
        }

        _next = 0; // the box suspends, so the loop in Run does not run it any more
    }

#if NET8_0_OR_GREATER
    /// <summary>
    /// True if Task.Yield resumes on the thread pool, because no current SynchronizationContext or TaskScheduler takes the continuation. Then the box itself is
    /// the work item. The base library handles every other case.
    /// </summary>
    private static bool IsOnThreadPool =>
        ContinuationPlacement.CurrentSynchronizationContext is null && !ContinuationPlacement.IsOnOtherScheduler;

    /// <summary>
    /// Resumes the state machine after Task.Yield. The thread pool runs every work item in the same clean context, and restores that context afterwards. So if
    /// the captured context is this clean context, the machine can run without a change of context.
    /// </summary>
    void IThreadPoolWorkItem.Execute()
    {
        if (ReferenceEquals(_context, s_contextOfWorkItems ??= ExecutionContext.Capture()))
        {
            Run();
        }
        else
        {
            MoveNextUnderContext();
        }
    }
#endif
}
