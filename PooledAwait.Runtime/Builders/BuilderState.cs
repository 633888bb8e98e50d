using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Reads and writes the field in which a builder records the progress of its call. Builders of ValueTask methods, and of Task methods with a twin, have such a
/// field.
/// </summary>
[StackTraceHidden]
internal static class BuilderState
{
    /// <summary>The field's usual value in a builder that has completed. The comments on the builders' fields name the other values.</summary>
    public static readonly object Completed = new();

    /// <summary>Returns the box of a builder whose method has suspended, and has not completed yet.</summary>
    /// <exception cref="InvalidOperationException">The builder has completed already.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ValueTaskBox<TResult> BoxOf<TResult>(object source)
    {
        if (ReferenceEquals(source, Completed) || source is FaultedCall)
        {
            Misuse.ThrowCompletedTwice();
        }

        return Unsafe.As<ValueTaskBox<TResult>>(source); // in all other states, the source is the box
    }

    /// <summary>Makes the field's value for a method that throws before its first suspension.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare, and throwing the exception costs thousands of times as much as this call
    public static FaultedCall Fault<TResult>(Exception exception)
    {
        var builder = AsyncTaskMethodBuilder<TResult>.Create();
        builder.SetException(exception);
        return new FaultedCall(builder.Task);
    }

    /// <summary>Makes a task that is faulted with the exception, or cancelled if the exception is an <see cref="OperationCanceledException"/>.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare, and throwing the exception costs thousands of times as much as this call
    public static Task Failed(Exception exception)
    {
        var builder = AsyncTaskMethodBuilder.Create();
        builder.SetException(exception);
        return builder.Task;
    }

    /// <summary>Returns the box of a suspending state machine. At the first suspension, moves the machine into a box.</summary>
    /// <remarks>
    /// The move also notifies the debugger, as the base library's builders do. If a debugger is evaluating the call, the notification tells the debugger that
    /// other threads must run. Without the notification, the debugger would wait in vain and abandon the call. The continuation of the abandoned call would
    /// remain registered.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static StateMachineBox GetBox<TStateMachine, TResult>(ref TStateMachine stateMachine, ref object? source)
        where TStateMachine : IAsyncStateMachine =>
        ValueTaskStateMachineBox<TStateMachine, TResult>.Is(source)
            ? Unsafe.As<StateMachineBox>(source)
            : MoveIntoBox<TStateMachine, TResult>(ref stateMachine, ref source);

    /// <summary>Suspends a ValueTask method until an awaiter completes.</summary>
    /// <remarks>This method is not inlined, because inlining would enlarge the machine's stack frame.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void AwaitUnsafeOnCompleted<TAwaiter, TStateMachine, TResult>(ref TAwaiter awaiter, ref TStateMachine stateMachine, ref object? source)
        where TAwaiter : ICriticalNotifyCompletion
        where TStateMachine : IAsyncStateMachine
    {
        if (ValueTaskStateMachineBox<TStateMachine, TResult>.Is(source))
        {
            Unsafe.As<StateMachineBox>(source).AwaitUnsafeOnCompleted(ref awaiter);
        }
#if NET8_0_OR_GREATER
        else if (ValueTaskStateMachineBox<TStateMachine, TResult>.MayPredictTask)
        {
            PredictedTask.AwaitUnsafeOnCompleted<TAwaiter, TStateMachine, TResult>(ref awaiter, ref stateMachine, ref source);
        }
#endif
        else
        {
            MoveIntoBox<TStateMachine, TResult>(ref stateMachine, ref source).AwaitUnsafeOnCompleted(ref awaiter);
        }
    }

    /// <inheritdoc cref="GetBox"/>
    /// <remarks>This method is not inlined, because inlining would enlarge the machine's stack frame, even for calls that complete at once.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static StateMachineBox CallForBox<TStateMachine, TResult>(ref TStateMachine stateMachine, ref object? source)
        where TStateMachine : IAsyncStateMachine =>
        GetBox<TStateMachine, TResult>(ref stateMachine, ref source);

    private static StateMachineBox MoveIntoBox<TStateMachine, TResult>(ref TStateMachine stateMachine, ref object? source)
        where TStateMachine : IAsyncStateMachine
    {
        if (source is not null)
        {
            if (source is ValueTaskStateMachineBox<IAsyncStateMachine, TResult> byInterface)
            {
                if (byInterface.StateMachine is null)
                {
                    Debugger.NotifyOfCrossThreadDependency();
                    byInterface.StateMachine = stateMachine;
                }

                return byInterface;
            }

            Misuse.ThrowCompletedTwice();
        }

        Debugger.NotifyOfCrossThreadDependency();
        var box = ValueTaskStateMachineBox<TStateMachine, TResult>.Rent();
        source = box; // before the copy, because the builder in the copied machine must refer to the box
        box.StateMachine = stateMachine;
        return box;
    }

    /// <summary>
    /// Holds the task of a call that failed. Like the default builder's task, that task is faulted or cancelled. A cancelled task has the token and the
    /// exception of the cancellation.
    /// </summary>
    /// <remarks>The class is sealed, so that one comparison of types distinguishes such an object from a box.</remarks>
    internal sealed class FaultedCall(Task task)
    {
        public Task Task => task;
    }
}
