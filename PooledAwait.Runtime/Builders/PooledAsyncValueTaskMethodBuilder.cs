using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Builds async methods that return <see cref="ValueTask"/>. A call that suspends allocates nothing, because the state machine is kept in a pooled box. The box
/// is also the source of the ValueTask.
/// </summary>
/// <remarks>
/// <para>
/// Compiled code calls this builder. The weaver uses it in place of <c>AsyncValueTaskMethodBuilder</c>. To use the builder without weaving, write
/// <c>[AsyncMethodBuilder(typeof(PooledAsyncValueTaskMethodBuilder))]</c>. The builder behaves like the default builder, with one difference: consuming a
/// ValueTask twice throws <see cref="InvalidOperationException"/>. The contract of ValueTask forbids such use.
/// </para>
/// <para>An instance belongs to one call and is not thread-safe, like any async method builder.</para>
/// <para>The idea comes from mgravell/PooledAwait and from the base library's PoolingAsyncValueTaskMethodBuilder.</para>
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Advanced)]
[StackTraceHidden]
public struct PooledAsyncValueTaskMethodBuilder
{
    /// <summary>
    /// Null before the first suspension. From then on, refers to the box, or to a task (<c>PredictedTask</c>). If the method fails before it suspends, the
    /// field becomes a <see cref="BuilderState.FaultedCall"/>. After any other completion, the field is usually <see cref="BuilderState.Completed"/>. There are
    /// two exceptions. If the field refers to a task, the task stays in the field. If the machine is a class, the box stays in the field.
    /// </summary>
    private object? _source;

    /// <summary>Makes a builder for one call.</summary>
    public static PooledAsyncValueTaskMethodBuilder Create() => default;

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

    /// <summary>The ValueTask to return to the caller.</summary>
    public ValueTask Task
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get
        {
            var source = _source;
            if (ReferenceEquals(source, BuilderState.Completed))
            {
                return default;
            }

            if (source is null or BuilderState.FaultedCall || PredictedTask.AreThere)
            {
                return TaskOfOtherSource(ref _source);
            }

            var box = Unsafe.As<ValueTaskBox<VoidResult>>(source); // in all other states, the source is a box
            return new ValueTask(box, box.Token);
        }
    }

    /// <summary>
    /// Returns the ValueTask if the property <c>Task</c> cannot use the source directly. Compiled code reads the property only after the method has suspended
    /// or completed. Code that reads the property earlier gets a ValueTask of a new box, whose machine field has the type IAsyncStateMachine.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // called only after an error, in programs with predicted tasks, and by code that no compiler made
    private static ValueTask TaskOfOtherSource(ref object? source)
    {
        if (source is BuilderState.FaultedCall faulted)
        {
            return new ValueTask(faulted.Task);
        }

        if (source is Task given)
        {
            return new ValueTask(given);
        }

        // A source that is not null can only be a box here.
        var box = source is null ? ValueTaskStateMachineBox<IAsyncStateMachine, VoidResult>.Rent() : Unsafe.As<ValueTaskBox<VoidResult>>(source);
        source = box;
        return new ValueTask(box, box.Token);
    }

    /// <summary>Completes the method.</summary>
    /// <exception cref="InvalidOperationException">The method has completed already.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void SetResult()
    {
        if (_source is null)
        {
            _source = BuilderState.Completed;
        }
        else
        {
            SetResultOfSuspended(ref _source);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // so that the code of a call that completes at once stays small
    private static void SetResultOfSuspended(ref object? source)
    {
#if NET8_0_OR_GREATER
        if (PredictedTask.Is(source))
        {
            PredictedTask.SetResult(ref source);
            return;
        }
#endif
        BuilderState.BoxOf<VoidResult>(source!).SetResult(default, ref source);
    }

    /// <summary>Completes the method as faulted, or as cancelled if the exception is an <see cref="OperationCanceledException"/>.</summary>
    /// <param name="exception">The exception.</param>
    /// <exception cref="ArgumentNullException"><paramref name="exception"/> is null.</exception>
    /// <exception cref="InvalidOperationException">The method has completed already.</exception>
    public void SetException(Exception exception)
    {
        Misuse.ThrowIfNull(exception, nameof(exception));
        if (_source is null)
        {
            _source = BuilderState.Fault<VoidResult>(exception);
        }
#if NET8_0_OR_GREATER
        else if (PredictedTask.Is(_source))
        {
            PredictedTask.SetException(exception, ref _source);
        }
#endif
        else
        {
            BuilderState.BoxOf<VoidResult>(_source).SetException(exception, ref _source);
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
#if NET8_0_OR_GREATER
        if (ValueTaskStateMachineBox<TStateMachine, VoidResult>.MayPredictTask)
        {
            PredictedTask.AwaitOnCompleted<TAwaiter, TStateMachine, VoidResult>(ref awaiter, ref stateMachine, ref _source);
            return;
        }
#endif
        BuilderState.GetBox<TStateMachine, VoidResult>(ref stateMachine, ref _source).AwaitOnCompleted(ref awaiter);
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
        where TStateMachine : IAsyncStateMachine =>
        BuilderState.AwaitUnsafeOnCompleted<TAwaiter, TStateMachine, VoidResult>(ref awaiter, ref stateMachine, ref _source);

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
        where TStateMachine : IAsyncStateMachine
    {
#if NET8_0_OR_GREATER
        if (ValueTaskStateMachineBox<TStateMachine, VoidResult>.MayPredictTask)
        {
            PredictedTask.AwaitDirect<TAwaiter, TStateMachine, VoidResult>(ref awaiter, ref stateMachine, ref _source);
            return;
        }
#endif
        BuilderState.CallForBox<TStateMachine, VoidResult>(ref stateMachine, ref _source).AwaitDirect(ref awaiter);
    }
}
