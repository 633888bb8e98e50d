using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Builds async methods that return <see cref="Task{TResult}"/> and have a twin that returns a <see cref="ValueTask{TResult}"/>. The async method and its twin
/// are kick-off methods of one state machine. Each gets its return value from the builder. A call of the twin allocates nothing, whether it suspends or
/// completes at once, and whatever its result is.
/// </summary>
/// <typeparam name="TResult">The result's type.</typeparam>
/// <remarks>
/// <para>
/// Only woven code uses this builder. Callers that only await the task call the twin instead, because they cannot observe that there is no task. All other
/// callers get the base library's task, so they observe no difference.
/// </para>
/// <para>An instance belongs to one call and is not thread-safe, like any async method builder.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public struct PooledAsyncDirectTaskMethodBuilder<TResult>
{
    /// <summary>
    /// After the first suspension, refers to the box that holds the state machine. After the completion of a suspended call, refers to
    /// <see cref="BuilderState.Completed"/>, or still to the box if the machine is a class. If a twin fails before it suspends, refers to the failed task. In
    /// all other cases, null.
    /// </summary>
    private object? _source;

    /// <summary>Makes and completes the task that the method returns. For a twin, makes a task only if the twin fails before it suspends.</summary>
    private AsyncTaskMethodBuilder<TResult> _task;

    /// <summary>The result of a twin that completed without suspending.</summary>
    private TResult _result;

    /// <summary>Records which kick-off method was called, and how the twin completed if it did not suspend.</summary>
    private DirectCall _call;

    /// <summary>Makes a builder for one call that returns a task.</summary>
    public static PooledAsyncDirectTaskMethodBuilder<TResult> Create() => default;

    /// <summary>Makes a builder for one call of the twin.</summary>
    public static PooledAsyncDirectTaskMethodBuilder<TResult> CreateDirect() => new() { _call = DirectCall.Wanted };

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

    /// <summary>The task to return to the caller; always the same object. Read it only on builders from <see cref="Create"/>.</summary>
    public Task<TResult> Task
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => _task.Task;
    }

    /// <summary>
    /// The ValueTask to return to the twin's caller. Read it only on builders from <see cref="CreateDirect"/>, after the method has suspended or completed.
    /// </summary>
    public ValueTask<TResult> DirectTask
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            // With the checks in this order, the JIT needs no saved register and no temporary. Either would take stack in each nested call.
            if (_call == DirectCall.Faulted)
            {
                return new ValueTask<TResult>(Unsafe.As<Task<TResult>>(_source!));
            }

            if (_call == DirectCall.Wanted)
            {
                var box = Unsafe.As<ValueTaskBox<TResult>>(_source!); // the method suspended, so the source can be nothing else
                return new ValueTask<TResult>(box, box.Token);
            }

            return new ValueTask<TResult>(_result);
        }
    }

    /// <summary>Completes the method with its result.</summary>
    /// <param name="result">The result.</param>
    /// <exception cref="InvalidOperationException">The method has completed already.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult(TResult result)
    {
        if (_call == DirectCall.Wanted && _source is null)
        {
            _result = result;
            _call = DirectCall.Completed;
        }
        else
        {
            SetResultOtherwise(result);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // so that the code of a twin that completes at once stays small
    private void SetResultOtherwise(TResult result)
    {
        switch (_call)
        {
            case DirectCall.Wanted:
                BuilderState.BoxOf<TResult>(_source!).SetResult(result, ref _source);
                break;
            case DirectCall.NotWanted when _source is null:
                _task.SetResult(result);
                break;
            case DirectCall.NotWanted:
                BuilderState.BoxOf<TResult>(_source).RecycleBeside(ref _source, ref _task).SetResult(result);
                break;
            default:
                Misuse.ThrowCompletedTwice();
                break;
        }
    }

    /// <summary>Completes the method as faulted, or as cancelled if the exception is an <see cref="OperationCanceledException"/>.</summary>
    /// <param name="exception">The exception.</param>
    /// <exception cref="ArgumentNullException"><paramref name="exception"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The method has completed already.</exception>
    public void SetException(Exception exception)
    {
        Misuse.ThrowIfNull(exception, nameof(exception));
        switch (_call)
        {
            case DirectCall.Wanted when _source is null:
                _task.SetException(exception);
                _source = _task.Task;
                _call = DirectCall.Faulted;
                break;
            case DirectCall.Wanted:
                BuilderState.BoxOf<TResult>(_source).SetException(exception, ref _source);
                break;
            case DirectCall.NotWanted when _source is null:
                _task.SetException(exception);
                break;
            case DirectCall.NotWanted:
                BuilderState.BoxOf<TResult>(_source).RecycleBeside(ref _source, ref _task).SetException(exception);
                break;
            default:
                Misuse.ThrowCompletedTwice();
                break;
        }
    }

    /// <summary>Suspends the method until an awaiter completes.</summary>
    /// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="stateMachine">The state machine.</param>
    /// <exception cref="InvalidOperationException">The method has completed already.</exception>
    public void AwaitOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : INotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        MakeTaskWhereWanted();
        BuilderState.GetBox<TStateMachine, TResult>(ref stateMachine, ref _source).AwaitOnCompleted(ref awaiter);
    }

    /// <summary>Suspends the method until an awaiter completes. The builder, not the awaiter, restores the ExecutionContext.</summary>
    /// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="stateMachine">The state machine.</param>
    /// <exception cref="InvalidOperationException">The method has completed already.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        MakeTaskWhereWanted();
        BuilderState.GetBox<TStateMachine, TResult>(ref stateMachine, ref _source).AwaitUnsafeOnCompleted(ref awaiter);
    }

    /// <summary>Suspends the method until the call of a twin completes. Woven code calls this method.</summary>
    /// <typeparam name="TAwaiter">The awaiter's type.</typeparam>
    /// <typeparam name="TStateMachine">The state machine's type.</typeparam>
    /// <param name="awaiter">The awaiter.</param>
    /// <param name="stateMachine">The state machine.</param>
    /// <exception cref="InvalidOperationException">The method has completed already.</exception>
    [EditorBrowsable(EditorBrowsableState.Never)]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void AwaitDirect<TAwaiter, TStateMachine>(ref TAwaiter awaiter, ref TStateMachine stateMachine)
        where TAwaiter : struct, IDirectAwaiter
        where TStateMachine : IAsyncStateMachine =>
        CallForBox(ref stateMachine).AwaitDirect(ref awaiter);

    /// <inheritdoc cref="BuilderState.CallForBox"/>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private StateMachineBox CallForBox<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        MakeTaskWhereWanted();
        return BuilderState.GetBox<TStateMachine, TResult>(ref stateMachine, ref _source);
    }

    /// <summary>
    /// Makes the task if the call returns a task. This must happen before the machine is copied into the box, because the copy includes this builder.
    /// </summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    private void MakeTaskWhereWanted()
    {
        switch (_call)
        {
            case DirectCall.Wanted:
                break;
            case DirectCall.NotWanted:
                _ = _task.Task;
                break;
            default:
                Misuse.ThrowCompletedTwice();
                break;
        }
    }
}
