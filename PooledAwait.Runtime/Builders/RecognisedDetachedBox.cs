#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics;
using System.Runtime.CompilerServices;
using BaseLibrary::System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>A <see cref="DetachedStateMachineBox{TStateMachine}"/> that the base library takes for one of its own; see <see cref="BaseLibraryBox"/>.</summary>
/// <typeparam name="TStateMachine">The state machine; a struct in optimised builds, a class in others.</typeparam>
[StackTraceHidden]
internal sealed class RecognisedDetachedBox<TStateMachine> : DetachedStateMachineBox<TStateMachine>, IAsyncStateMachineBox
    where TStateMachine : IAsyncStateMachine
{
    Action IAsyncStateMachineBox.MoveNextAction => MoveNextAction;

    void IAsyncStateMachineBox.MoveNext() => MoveNextUnderContext();

    IAsyncStateMachine IAsyncStateMachineBox.GetStateMachineObject() => StateMachine!;

    void IAsyncStateMachineBox.ClearStateUponCompletion()
    {
        // The builder has done it.
    }

    /// <summary>For profilers, from .NET 11 on: <see cref="StateMachineDiagnostics{TStateMachine}"/>.</summary>
    /// <remarks>It implements the interface by its name alone, if the interface has the member. If it were an explicit implementation, the class could not be loaded with base libraries that lack the member.</remarks>
    public bool GetDiagnosticData(out ulong methodId, out int state, out object? nextContinuation)
    {
        methodId = StateMachineDiagnostics<TStateMachine>.MethodId;
        state = StateMachineDiagnostics<TStateMachine>.StateOf(ref StateMachine);
        nextContinuation = null; // its callers await the task beside the box, which the box does not know
        return StateMachineDiagnostics<TStateMachine>.IsKnown;
    }
}
#endif
