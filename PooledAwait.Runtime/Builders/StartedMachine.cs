using System.ComponentModel;
using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Makes what stands for a state machine in the base library's <c>Start</c>.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
[StackTraceHidden]
public static class StartedMachine
{
    /// <summary>The same memory, as what stands for the machine.</summary>
    /// <typeparam name="TStateMachine">The state machine, a struct.</typeparam>
    /// <param name="machine">The machine.</param>
    /// <returns>The reference that it was given, of another type.</returns>
    [DebuggerStepThrough]
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public static ref StartedMachine<TStateMachine> Of<TStateMachine>(ref TStateMachine machine)
        where TStateMachine : IAsyncStateMachine =>
        ref Unsafe.As<TStateMachine, StartedMachine<TStateMachine>>(ref machine);
}

/// <summary>Stands for a state machine in the base library's <c>Start</c>, and has no fields, so that a starting call takes little stack. Woven code uses it by reference only.</summary>
/// <typeparam name="TStateMachine">The state machine, a struct.</typeparam>
/// <remarks>
/// Code that the runtime has not optimised yet has a frame for each call, and the one of the base library's <c>Start</c> holds a copy of the machine, because it compares the machine with null. The methods here
/// have no frame of their own, in any code: they are optimised from the beginning and end with a call. So the stack shows only the base library's <c>Start</c> between the two methods of the program, as without weaving.
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
    /// <param name="stateMachine">Nothing.</param>
    public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
    {
    }
}
