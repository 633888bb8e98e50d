using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// The box of a state machine whose method returns Task or void. The result, if any, is in a task, not in the box. No outside code refers to the box. So the
/// machine itself returns the box to the pool, just before the method completes.
/// </summary>
[StackTraceHidden]
internal abstract class DetachedBox : StateMachineBox
{
    /// <summary>The value of the builder's field after the completion of a method that had suspended.</summary>
    private static readonly DetachedBox s_completed = new CompletedBox();

    /// <summary>
    /// Identifies the pool of detached boxes, as a type argument of <see cref="Pool{TUser, TKind}"/>. The same state machine may also have a pool of
    /// <see cref="ValueTaskBox{TResult}"/> objects.
    /// </summary>
    internal struct Kind;

    /// <summary>Returns the box of a suspending state machine. At the first suspension, moves the machine into a box.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DetachedBox Get<TStateMachine>(ref TStateMachine stateMachine, ref DetachedBox? field)
        where TStateMachine : IAsyncStateMachine =>
        field ?? MoveIntoBox(ref stateMachine, ref field);

    private static DetachedStateMachineBox<TStateMachine> MoveIntoBox<TStateMachine>(ref TStateMachine stateMachine, ref DetachedBox? field)
        where TStateMachine : IAsyncStateMachine
    {
        Debugger.NotifyOfCrossThreadDependency(); // for the reason that the remarks on BuilderState.GetBox give
        var box = DetachedStateMachineBox<TStateMachine>.Rent();
        field = box; // before the copy, because the builder in the copied machine must refer to the box
        box.StateMachine = stateMachine;
        return box;
    }

    /// <summary>Gives the box back before the method completes. Completing runs the caller's continuations, which may then rent this box.</summary>
    /// <param name="field">The builder's field.</param>
    /// <param name="inner">The base library's builder, which is in the same machine as the field. This method clears the machine.</param>
    /// <returns>A copy of the inner builder, outside the box.</returns>
    /// <remarks>
    /// When the box is back in its pool, the MoveNext that completes the builder is still on the stack. Another thread may already write its own machine into
    /// the box. That is safe, because compiled code does nothing but return after it has completed its builder.
    /// </remarks>
    /// <exception cref="InvalidOperationException">The builder has completed already.</exception>
    public static TBuilder Recycle<TBuilder>(ref DetachedBox? field, ref TBuilder inner)
        where TBuilder : struct
    {
        var copy = inner;
        var box = field!;
        box.Release();
        field = s_completed; // code that completes the same builder again finds this value, not a box that another call has rented
        box.Recycle();
        return copy;
    }

    /// <summary>Clears the state machine and its context.</summary>
    protected abstract void Release();

    /// <summary>Gives the box back to its pool.</summary>
    protected abstract void Recycle();

    private sealed class CompletedBox : DetachedBox
    {
        internal override Type StateMachineType => typeof(CompletedBox);

        internal override void MoveNext() => Misuse.ThrowCompletedTwice();

        protected override void Release() => Misuse.ThrowCompletedTwice();

        protected override void Recycle() => Misuse.ThrowCompletedTwice();
    }
}
