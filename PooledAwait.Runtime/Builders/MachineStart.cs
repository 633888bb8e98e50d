using System.Diagnostics;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Starts a state machine as the base library's builders do, which save and restore the caller's contexts, and needs less stack for it. The stack matters where calls
/// that complete at once stand inside each other.
/// </summary>
/// <remarks>
/// In code that the runtime has not optimised yet each call has a frame, and the base library's <c>Start</c> one that holds a copy of the machine: it compares the machine with null. So the methods
/// here, and those of the builders that call them, are optimised from the beginning and have no frame, since each ends with a call; and the base library is given a machine without fields.
/// </remarks>
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
            default(AsyncTaskMethodBuilder).Start(ref Unsafe.As<TStateMachine, WithoutFields<TStateMachine>>(ref stateMachine));
        }
        else
        {
            default(AsyncTaskMethodBuilder).Start(ref stateMachine);
        }
    }

    /// <summary>Stands where a machine begins, and is used by reference alone.</summary>
    [StackTraceHidden]
    private struct WithoutFields<TStateMachine> : IAsyncStateMachine
        where TStateMachine : IAsyncStateMachine
    {
        [DebuggerStepThrough]
        [MethodImpl(WithoutFrame)]
        public void MoveNext() => Unsafe.As<WithoutFields<TStateMachine>, TStateMachine>(ref this).MoveNext();

        public readonly void SetStateMachine(IAsyncStateMachine stateMachine)
        {
        }
    }
}
