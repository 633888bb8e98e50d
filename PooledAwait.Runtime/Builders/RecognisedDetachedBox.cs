#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics;
using System.Runtime.CompilerServices;
using BaseLibrary::System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>A <see cref="DetachedStateMachineBox{TStateMachine}"/> that the base library treats like its own boxes; see <see cref="BaseLibraryBox"/>.</summary>
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
        // The builder has cleared the state.
    }

    /// <summary>Describes a waiting call to profilers, from .NET 11 on (<see cref="StateMachineDiagnostics{TStateMachine}"/>).</summary>
    /// <remarks>
    /// The method is public. So if the interface has a member of this name, the method implements that member. If the base library lacks the member, a class
    /// with an explicit implementation could not be loaded.
    /// </remarks>
    public bool GetDiagnosticData(out ulong methodId, out int state, out object? nextContinuation)
    {
        methodId = StateMachineDiagnostics<TStateMachine>.MethodId;
        state = StateMachineDiagnostics<TStateMachine>.StateOf(ref StateMachine);
        nextContinuation = null; // not known, because awaiting code registers with the method's task, not with this box
        return StateMachineDiagnostics<TStateMachine>.IsKnown;
    }
}
#endif
