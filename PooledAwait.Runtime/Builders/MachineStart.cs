using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Starts a state machine as the base library's builders do, which save and restore the caller's contexts. Our builders call it for code that names them in its source, and for code that an earlier
/// version wove. Code that this version weaves calls the base library itself.
/// </summary>
[StackTraceHidden]
internal static class MachineStart
{
    /// <summary>How to compile a method that ends with a call, as all methods with these options do.</summary>
    public const MethodImplOptions WithoutFrame =
#if NET
        MethodImplOptions.AggressiveInlining | MethodImplOptions.AggressiveOptimization;
#else
        MethodImplOptions.AggressiveInlining;
#endif

    /// <summary>Runs a machine up to its first suspension, and undoes what the machine does to the caller's contexts.</summary>
    [DebuggerStepThrough]
    [MethodImpl(WithoutFrame)]
    public static void Run<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        // In a Debug build the machine is a class, and may be null.
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
