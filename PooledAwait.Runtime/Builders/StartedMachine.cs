using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Makes stand-ins for state machines. Woven code passes a stand-in, not the machine, to the base library's <c>Start</c>.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public static class StartedMachine
{
    /// <summary>Treats the machine's memory as a stand-in.</summary>
    /// <typeparam name="TStateMachine">The state machine, a struct.</typeparam>
    /// <param name="machine">The machine.</param>
    /// <returns>The given reference, with another type.</returns>
    [DebuggerStepThrough]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref StartedMachine<TStateMachine> Of<TStateMachine>(ref TStateMachine machine)
        where TStateMachine : IAsyncStateMachine =>
        ref Unsafe.As<TStateMachine, StartedMachine<TStateMachine>>(ref machine);
}

/// <summary>
/// Stands in for a state machine in the base library's <c>Start</c>. The struct has no fields, so starting a call takes little stack. Woven code passes only
/// references to the stand-in, and never copies it.
/// </summary>
/// <typeparam name="TStateMachine">The state machine, a struct.</typeparam>
/// <remarks>
/// The base library's <c>Start</c> compares the machine with null. Before the runtime optimises that code, the frame of <c>Start</c> holds a copy of the
/// machine for this comparison. A copy of a stand-in is small. The stand-in's MoveNext has no frame, because it ends with a call and is optimised from its
/// first use on. So the stack shows only <c>Start</c> between the kick-off method and the machine's MoveNext, as without weaving.
/// </remarks>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public struct StartedMachine<TStateMachine> : IAsyncStateMachine
    where TStateMachine : IAsyncStateMachine
{
    /// <summary>Runs the machine up to its first suspension.</summary>
    [DebuggerStepThrough]
    [MethodImpl(MachineStart.WithoutFrame)]
    public void MoveNext() => Unsafe.As<StartedMachine<TStateMachine>, TStateMachine>(ref this).MoveNext();

    /// <summary>Does nothing.</summary>
    /// <param name="stateMachine">Ignored.</param>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }
}
