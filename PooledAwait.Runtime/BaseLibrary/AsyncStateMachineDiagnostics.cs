namespace System.Runtime.CompilerServices;

/// <summary>From .NET 11 on: what the base library's own boxes report to profilers about a state machine.</summary>
/// <typeparam name="TStateMachine">The state machine.</typeparam>
public static class AsyncStateMachineDiagnostics<TStateMachine>
    where TStateMachine : IAsyncStateMachine
{
    /// <summary>Where the native code of MoveNext begins; 0 if that is not known.</summary>
    public static ulong MethodId => throw null!;

    /// <summary>The value of <c>&lt;&gt;1__state</c>; the base library assumes that the field exists. -1 of a machine of a class where there is none, and with NativeAOT.</summary>
    /// <param name="stateMachine">The state machine.</param>
    public static int GetState(ref TStateMachine? stateMachine) => throw null!;
}
