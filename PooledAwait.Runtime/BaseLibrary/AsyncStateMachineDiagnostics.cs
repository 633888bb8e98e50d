namespace System.Runtime.CompilerServices;

/// <summary>Provides data about a state machine to profilers. The base library's own boxes use this class, which exists since .NET 11.</summary>
/// <typeparam name="TStateMachine">The state machine.</typeparam>
public static class AsyncStateMachineDiagnostics<TStateMachine>
    where TStateMachine : IAsyncStateMachine
{
    /// <summary>The address of the native code of MoveNext; 0 if it is not known.</summary>
    public static ulong MethodId => throw null!;

    /// <summary>
    /// Returns the value of the field <c>&lt;&gt;1__state</c>, which the base library expects in every machine. Returns -1 under NativeAOT, and if the machine
    /// is a class without that field.
    /// </summary>
    /// <param name="stateMachine">The state machine.</param>
    public static int GetState(ref TStateMachine? stateMachine) => throw null!;
}
