namespace System.Runtime.CompilerServices;

/// <summary>Gets the values that the base library's own boxes report to profilers about their state machines. Exists from .NET 11 on.</summary>
/// <typeparam name="TStateMachine">The state machine.</typeparam>
public static class AsyncStateMachineDiagnostics<TStateMachine>
    where TStateMachine : IAsyncStateMachine
{
    /// <summary>The address of the native code of MoveNext; 0 if it is not known.</summary>
    public static ulong MethodId => throw null!;

    /// <summary>
    /// Returns the value of the field <c>&lt;&gt;1__state</c>. If the machine has no such field, takes its first bytes for the state. Returns -1 for a machine
    /// that is null, and with NativeAOT.
    /// </summary>
    /// <param name="stateMachine">The state machine.</param>
    public static int GetState(ref TStateMachine? stateMachine) => throw null!;
}
