using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Starts a state machine and restores the caller's contexts, as the base library's builders do. This class is used only if source code names our builders, or
/// if an earlier version of the weaver wove the code. Code that this version weaves calls the base library directly.
/// </summary>
[StackTraceHidden]
internal static class MachineStart
{
    /// <summary>
    /// Options for methods whose last step is a call. On .NET, these options make the JIT optimise such a method before its first use. The optimised method
    /// jumps to the called method. So it has no stack frame while the called method runs.
    /// </summary>
    public const MethodImplOptions WithoutFrame =
#if NET
        MethodImplOptions.AggressiveInlining | MethodImplOptions.AggressiveOptimization;
#else
        MethodImplOptions.AggressiveInlining;
#endif

    /// <summary>Runs a machine up to its first suspension, and restores the caller's contexts.</summary>
    [DebuggerStepThrough]
    [MethodImpl(WithoutFrame)]
    public static void Run<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        // In a Debug build the machine is a class, and may be null. The base library's Start throws for null, but only if it gets the machine itself, not a
        // StartedMachine.
        if (typeof(TStateMachine).IsValueType)
        {
            default(AsyncTaskMethodBuilder).Start(ref StartedMachine.Of(ref stateMachine));
        }
        else
        {
            default(AsyncTaskMethodBuilder).Start(ref stateMachine);
        }
    }
}
