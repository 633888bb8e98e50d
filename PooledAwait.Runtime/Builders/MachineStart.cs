using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Starts a state machine as the base library's builders do, which save and restore the caller's contexts. The builders call it for code that names them in its source, and for code that an earlier
/// version wove: woven code calls the base library itself.
/// </summary>
[StackTraceHidden]
internal static class MachineStart
{
    /// <summary>How a method is compiled that ends with a call, as all of these do.</summary>
    public const MethodImplOptions WithoutFrame =
#if NET
        MethodImplOptions.AggressiveInlining | MethodImplOptions.AggressiveOptimization;
#else
        MethodImplOptions.AggressiveInlining;
#endif

    /// <summary>Runs a machine up to its first suspension; what that does to the caller's contexts is undone.</summary>
    [DebuggerStepThrough]
    [MethodImpl(WithoutFrame)]
    public static void Run<TStateMachine>(ref TStateMachine stateMachine)
        where TStateMachine : IAsyncStateMachine
    {
        // A class, of a Debug build, may be null.
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
