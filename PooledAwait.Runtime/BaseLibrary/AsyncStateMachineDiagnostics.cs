namespace System.Runtime.CompilerServices;

/// <summary>Describes a state machine to profilers, for the base library's own boxes. Exists from .NET 11 on.</summary>
/// <typeparam name="TStateMachine">The state machine.</typeparam>
public static class AsyncStateMachineDiagnostics<TStateMachine>
    where TStateMachine : IAsyncStateMachine
{
    /// <summary>The address of the native code of MoveNext; 0 if it is not known.</summary>
    public static ulong MethodId => throw null!;

    /// <summary>Returns the value of <c>&lt;&gt;1__state</c>, a field that the base library assumes to exist. Returns -1 if the machine is a class without that field, and with NativeAOT.</summary>
    /// <param name="stateMachine">The state machine.</param>
    public static int GetState(ref TStateMachine? stateMachine) => throw null!;
}
