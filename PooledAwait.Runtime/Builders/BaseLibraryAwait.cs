#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics;
using System.Runtime.CompilerServices;
using BaseLibrary::System.Threading.Tasks;
using IAsyncStateMachineBox = BaseLibrary::System.Runtime.CompilerServices.IAsyncStateMachineBox;

namespace PooledAwait.Runtime;

/// <summary>Registers boxes of the base library's own kind (<see cref="BaseLibraryBox"/>) with its awaiters.</summary>
[StackTraceHidden]
internal static class BaseLibraryAwait
{
    /// <summary>
    /// Whether the base library resumes such boxes. A self-test proves it at the first use. The test raises events, and their listeners may call async methods. On the test's thread, those
    /// methods find false and register a delegate, which serves any box. Other threads wait for the test to end.
    /// </summary>
    public static readonly bool IsSupported = BaseLibraryBox.CanBeMade && Fallback.Boxes.Decide(BaseLibraryBoxSelfTest.Passes);

    /// <summary>Has the base library resume a box when the awaited operation completes, as it does with its own boxes.</summary>
    /// <param name="awaiter">An awaiter of the base library's.</param>
    /// <param name="box">A box of this kind. As soon as it is registered, another thread may be running it.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // as in BaseLibraryBox
    public static void Register<TAwaiter>(ref TAwaiter awaiter, StateMachineBox box)
        where TAwaiter : ICriticalNotifyCompletion =>
        BaseLibrary::System.Runtime.CompilerServices.AsyncTaskMethodBuilder<VoidTaskResult>.AwaitUnsafeOnCompleted(
            ref awaiter, Unsafe.As<IAsyncStateMachineBox>(box));
}
#endif
