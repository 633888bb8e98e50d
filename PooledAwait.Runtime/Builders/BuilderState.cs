using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>What the two ValueTask builders share: the meaning of their field that says how far the call has come.</summary>
[StackTraceHidden]
internal static class BuilderState
{
    /// <summary>Stands in the field of a builder that has completed.</summary>
    public static readonly object Completed = new();

    /// <summary>The box of a builder that is neither fresh nor complete.</summary>
    /// <exception cref="InvalidOperationException">The builder has completed already.</exception>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ValueTaskBox<TResult> BoxOf<TResult>(object source)
    {
        if (ReferenceEquals(source, Completed) || source is FaultedCall)
        {
            Misuse.ThrowCompletedTwice();
        }

        return Unsafe.As<ValueTaskBox<TResult>>(source); // there is nothing else that it could be
    }

    /// <summary>What stands in the field of a builder that had an exception before the first suspension.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare, and throwing the exception cost thousands of times this call
    public static FaultedCall Fault<TResult>(Exception exception)
    {
        var builder = AsyncTaskMethodBuilder<TResult>.Create();
        builder.SetException(exception);
        return new FaultedCall(builder.Task);
    }

    /// <summary>A task that has failed, or was cancelled, by an exception.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // rare, as above
    public static Task Failed(Exception exception)
    {
        var builder = AsyncTaskMethodBuilder.Create();
        builder.SetException(exception);
        return builder.Task;
    }

    /// <summary>The box that a suspending state machine lives in; at the first suspension it is moved into one.</summary>
    /// <remarks>
    /// There a debugger that evaluates the call is told, as by every builder of the base library, that other threads have to run for it to
    /// go on: otherwise it would wait in vain, give the call up, and leave a continuation behind.
    /// </remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static StateMachineBox GetBox<TStateMachine, TResult>(ref TStateMachine stateMachine, ref object? source)
        where TStateMachine : IAsyncStateMachine =>
        ValueTaskStateMachineBox<TStateMachine, TResult>.Is(source)
            ? Unsafe.As<StateMachineBox>(source)
            : MoveIntoBox<TStateMachine, TResult>(ref stateMachine, ref source);

    /// <summary>Suspends a ValueTask method until an awaiter completes.</summary>
    /// <remarks>No part of the machine's code: the registers that it needs would take stack there.</remarks>
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
        else if (ValueTaskStateMachineBox<TStateMachine, TResult>.MayGiveTask)
        {
            GivenTask.AwaitUnsafeOnCompleted<TAwaiter, TStateMachine, TResult>(ref awaiter, ref stateMachine, ref source);
        }
#endif
        else
        {
            MoveIntoBox<TStateMachine, TResult>(ref stateMachine, ref source).AwaitUnsafeOnCompleted(ref awaiter);
        }
    }

    /// <inheritdoc cref="GetBox"/>
    /// <remarks>No part of the machine's code: calls that complete at once do without it, and the registers that it needs would take their stack.</remarks>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static StateMachineBox CallForBox<TStateMachine, TResult>(ref TStateMachine stateMachine, ref object? source)
        where TStateMachine : IAsyncStateMachine =>
        GetBox<TStateMachine, TResult>(ref stateMachine, ref source);

    private static StateMachineBox MoveIntoBox<TStateMachine, TResult>(ref TStateMachine stateMachine, ref object? source)
        where TStateMachine : IAsyncStateMachine
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

        if (source is not null)
        {
            Misuse.ThrowCompletedTwice();
        }

        Debugger.NotifyOfCrossThreadDependency();
        var box = ValueTaskStateMachineBox<TStateMachine, TResult>.Rent();
        source = box; // before the copy: the machine in the box must know its box
        box.StateMachine = stateMachine;
        return box;
    }

    /// <summary>A task as the default builder makes it: faulted, or cancelled with token and exception.</summary>
    /// <remarks>In a sealed class of its own it is told from a box by one comparison.</remarks>
    internal sealed class FaultedCall(Task task)
    {
        public Task Task => task;
    }
}
