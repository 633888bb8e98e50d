#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics;
using System.Runtime.CompilerServices;
using BaseLibrary::System.Threading.Tasks;
using IAsyncStateMachineBox = BaseLibrary::System.Runtime.CompilerServices.IAsyncStateMachineBox;

namespace PooledAwait.Runtime;

/// <summary>Registers boxes of the base library's own kind (<see cref="BaseLibraryBox"/>) with the base library's awaiters.</summary>
[StackTraceHidden]
internal static class BaseLibraryAwait
{
    /// <summary>
    /// True if the base library resumes our boxes like its own boxes. A self-test checks this at the first use. The test raises events, and an event listener
    /// may call an async method on the test's thread. During the test, this field is false for that thread. So such an async method registers a delegate, which
    /// works for any box. Other threads that read the field wait for the end of the test.
    /// </summary>
    public static readonly bool IsSupported = BaseLibraryBox.CanBeMade && Fallback.Boxes.Decide(BaseLibraryBoxSelfTest.Passes);

    /// <summary>Makes the base library resume a box, like one of its own boxes, when the awaited operation completes.</summary>
    /// <param name="awaiter">An awaiter of the base library.</param>
    /// <param name="box">A box of the base library's own kind. Another thread may run the box as soon as it is registered.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // if the interface is missing, the JIT cannot compile this method, so it is never inlined
    public static void Register<TAwaiter>(ref TAwaiter awaiter, StateMachineBox box)
        where TAwaiter : ICriticalNotifyCompletion =>
        BaseLibrary::System.Runtime.CompilerServices.AsyncTaskMethodBuilder<VoidTaskResult>.AwaitUnsafeOnCompleted(
            ref awaiter, Unsafe.As<IAsyncStateMachineBox>(box));
}
#endif
