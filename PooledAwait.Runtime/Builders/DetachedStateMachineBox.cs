using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>The <see cref="DetachedBox"/> of one type of state machine.</summary>
/// <typeparam name="TStateMachine">The state machine; a struct in optimised builds, a class in others.</typeparam>
[StackTraceHidden]
internal class DetachedStateMachineBox<TStateMachine> : DetachedBox
    where TStateMachine : IAsyncStateMachine
{
    /// <summary>
    /// The state machine. While the box is idle, a class machine is null. A struct machine is empty, except that its builder is marked as completed.
    /// </summary>
    public TStateMachine? StateMachine;

    internal override Type StateMachineType => typeof(TStateMachine);

    /// <summary>Takes a box from the pool, or makes one.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static DetachedStateMachineBox<TStateMachine> Rent()
    {
        // Only Recycle below puts boxes into this pool, so their type is known.
        var box = Pool<TStateMachine, DetachedBox.Kind>.Take();
        return box is not null
            ? Unsafe.As<DetachedStateMachineBox<TStateMachine>>(box)
            : Make();
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // it allocates, which costs more than a call
    private static DetachedStateMachineBox<TStateMachine> Make()
    {
#if NET8_0_OR_GREATER
        if (BaseLibraryBox.CanBeMade)
        {
            return BaseLibraryBox.MakeDetachedBox<TStateMachine>();
        }
#endif
        return new DetachedStateMachineBox<TStateMachine>();
    }

    internal override void MoveNext() => StateMachine!.MoveNext();

    protected override void Release()
    {
        StateMachine = default;
        ForgetRegistrations();
    }

    protected override void Recycle() => Pool<TStateMachine, DetachedBox.Kind>.Put(this);
}
