using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Builds async methods that return <see cref="System.Threading.Tasks.Task"/> and have a twin that returns a <see cref="ValueTask"/>: two kick-off
/// methods of one state machine, of which the one that was called says what it wants. A call of the twin that suspends allocates nothing.
/// </summary>
/// <remarks>
/// <para>
/// Only woven code calls it: the twin is for callers that await the task where it is returned, so that nobody can see that none was made.
/// The task of the others comes from the base library's builder, with all that can be observed of it.
/// </para>
/// <para>An instance belongs to one call and is not thread-safe, as any async method builder.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public struct PooledAsyncDirectTaskMethodBuilder
{
    /// <summary>
    /// Null until the method suspends; then its box, and <see cref="BuilderState.Completed"/> once it completed. One that completes without
    /// suspending gets the mark where the twin was called; else the task knows.
    /// </summary>
    private object? _source;

    /// <summary>Makes and completes the task, or the faulted one of a twin that never suspended.</summary>
    private AsyncTaskMethodBuilder _task;

    /// <summary>Whether the twin was called.</summary>
    private bool _isDirect;

    /// <summary>Makes a builder for one call that returns a task.</summary>
    public static PooledAsyncDirectTaskMethodBuilder Create() => default;

    /// <summary>Makes a builder for one call of the twin.</summary>
    public static PooledAsyncDirectTaskMethodBuilder CreateDirect() => new() { _isDirect = true };

    /// <summary>Runs the method up to its first suspension; what that does to the caller's contexts is undone.</summary>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="stateMachine">The state machine.</param>
    [DebuggerStepThrough]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public readonly void Start<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine =>
        default(AsyncTaskMethodBuilder).Start(ref stateMachine);

    /// <summary>Does nothing: the box needs no telling. Compilers call it on older frameworks.</summary>
    /// <param name="stateMachine">The state machine.</param>
    /// <exception cref="ArgumentNullException"><paramref name="stateMachine"/> is null.</exception>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine) => Misuse.ThrowIfNull(stateMachine, nameof(stateMachine));

    /// <summary>The task to return to the caller; always the same one. For <see cref="Create"/>.</summary>
    public Task Task
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _task.Task;
    }

    /// <summary>The ValueTask to return to the twin's caller. For <see cref="CreateDirect"/>; asked once the method suspended or completed.</summary>
    public ValueTask DirectTask
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var source = _source;
            if (ReferenceEquals(source, BuilderState.Completed))
            {
                return default;
            }

            if (source is null)
            {
                return new ValueTask(_task.Task); // it faulted before it suspended
            }

            var box = Unsafe.As<ValueTaskBox<VoidResult>>(source); // there is nothing else that it could be
            return new ValueTask(box, box.Token);
        }
    }

    /// <summary>Completes the method.</summary>
    /// <exception cref="InvalidOperationException">It has completed already.</exception>
    public void SetResult()
    {
        if (_source is not null)
        {
            var box = BuilderState.BoxOf<VoidResult>(_source);
            if (_isDirect)
            {
                box.SetResult(default, ref _source);
            }
            else
            {
                box.RecycleBeside(ref _source, ref _task).SetResult();
            }
        }
        else if (_isDirect)
        {
            _source = BuilderState.Completed;
        }
        else
        {
            _task.SetResult();
        }
    }

    /// <summary>Completes the method with an exception; an <see cref="OperationCanceledException"/> cancels it.</summary>
    /// <param name="exception">The exception.</param>
    /// <exception cref="ArgumentNullException"><paramref name="exception"/> is null.</exception>
    /// <exception cref="InvalidOperationException">It has completed already.</exception>
    public void SetException(Exception exception)
    {
        Misuse.ThrowIfNull(exception, nameof(exception));
        if (_source is null)
        {
            _task.SetException(exception);
            return;
        }

        var box = BuilderState.BoxOf<VoidResult>(_source);
        if (_isDirect)
        {
            box.SetException(exception, ref _source);
        }
        else
        {
            box.RecycleBeside(ref _source, ref _task).SetException(exception);
        }
    }

    /// <summary>Suspends the method until an awaiter completes.</summary>
    /// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="stateMachine">The state machine.</param>
    /// <exception cref="InvalidOperationException">It has completed already.</exception>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        MakeTaskWhereWanted();
        BuilderState.GetBox<TStateMachine, VoidResult>(ref stateMachine, ref _source).AwaitOnCompleted(ref awaiter);
    }

    /// <summary>Suspends the method until an awaiter completes that leaves the flow of the ExecutionContext to the builder.</summary>
    /// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="stateMachine">The state machine.</param>
    /// <exception cref="InvalidOperationException">It has completed already.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        MakeTaskWhereWanted();
        BuilderState.GetBox<TStateMachine, VoidResult>(ref stateMachine, ref _source).AwaitUnsafeOnCompleted(ref awaiter);
    }

    /// <summary>The task exists before the machine, and this builder with it, is copied into the box.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void MakeTaskWhereWanted()
    {
        if (!_isDirect)
        {
            _ = _task.Task;
        }
    }
}
