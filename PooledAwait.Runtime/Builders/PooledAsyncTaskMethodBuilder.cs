using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Builds async methods that return <see cref="System.Threading.Tasks.Task"/>. A call that suspends allocates only the task, because the state machine is kept
/// in a pooled box.
/// </summary>
/// <remarks>
/// <para>
/// Compiled code calls this builder. The weaver uses it in place of <c>AsyncTaskMethodBuilder</c>. The task still comes from <c>AsyncTaskMethodBuilder</c>, so
/// callers cannot observe a difference.
/// </para>
/// <para>An instance belongs to one call and is not thread-safe, like any async method builder.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Advanced)]
[StackTraceHidden]
public struct PooledAsyncTaskMethodBuilder
{
    /// <summary>Makes and completes the task.</summary>
    private AsyncTaskMethodBuilder _task;

    /// <summary>The box; null until the method suspends for the first time.</summary>
    private DetachedBox? _box;

    /// <summary>Makes a builder for one call.</summary>
    public static PooledAsyncTaskMethodBuilder Create() => default;

    /// <summary>Runs the method up to its first suspension, and restores the caller's contexts.</summary>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="stateMachine">The state machine.</param>
    [DebuggerStepThrough]
    [MethodImpl(MachineStart.WithoutFrame)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        MachineStart.Run(ref stateMachine);

    /// <summary>Does nothing. Compiled code calls this method on older frameworks.</summary>
    /// <param name="stateMachine">The state machine.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stateMachine"/> is null.</exception>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Misuse.ThrowIfNull(stateMachine, nameof(stateMachine));

    /// <summary>The task to return to the caller; always the same object.</summary>
    public Task Task
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _task.Task;
    }

    /// <summary>Completes the method.</summary>
    /// <exception cref="InvalidOperationException">The method has completed already.</exception>
    public void SetResult()
    {
        if (_box is null)
        {
            _task.SetResult();
        }
        else
        {
            DetachedBox.Recycle(ref _box, ref _task).SetResult();
        }
    }

    /// <summary>Completes the method as faulted, or as cancelled if the exception is an <see cref="OperationCanceledException"/>.</summary>
    /// <param name="exception">The exception.</param>
    /// <exception cref="ArgumentNullException"><paramref name="exception"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The method has completed already.</exception>
    public void SetException(Exception exception)
    {
        Misuse.ThrowIfNull(exception, nameof(exception));
        if (_box is null)
        {
            _task.SetException(exception);
        }
        else
        {
            DetachedBox.Recycle(ref _box, ref _task).SetException(exception);
        }
    }

    /// <summary>Suspends the method until an awaiter completes.</summary>
    /// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="stateMachine">The state machine.</param>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        _ = _task.Task; // made before the machine is copied into the box, because the copy includes this builder
        DetachedBox.Get(ref stateMachine, ref _box).AwaitOnCompleted(ref awaiter);
    }

    /// <summary>Suspends the method until an awaiter completes. The builder, not the awaiter, restores the ExecutionContext.</summary>
    /// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="stateMachine">The state machine.</param>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        _ = _task.Task; // made before the machine is copied into the box, because the copy includes this builder
        DetachedBox.Get(ref stateMachine, ref _box).AwaitUnsafeOnCompleted(ref awaiter);
    }

    /// <summary>Suspends the method until the call of a twin completes. Woven code calls this method.</summary>
    /// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="stateMachine">The state machine.</param>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AwaitDirect<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : struct, IDirectAwaiter
        where TStateMachine : IAsyncStateMachine
    {
        _ = _task.Task; // made before the machine is copied into the box, because the copy includes this builder
        DetachedBox.Get(ref stateMachine, ref _box).AwaitDirect(ref awaiter);
    }
}
