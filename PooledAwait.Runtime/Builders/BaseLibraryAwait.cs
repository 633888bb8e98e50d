#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics;
using System.Runtime.CompilerServices;
using BaseLibrary::System.Threading.Tasks;
using IAsyncStateMachineBox = BaseLibrary::System.Runtime.CompilerServices.IAsyncStateMachineBox;

namespace PooledAwait.Runtime;

/// <summary>How the base library awaits with a box of its own kind (<see cref="BaseLibraryBox"/>).</summary>
[StackTraceHidden]
internal static class BaseLibraryAwait
{
    /// <summary>
    /// Whether it resumes such boxes, as the self-test proves at the first use. That raises events, whose listeners may call async methods: on that thread
    /// those find false, and register a delegate, which serves any box; other threads wait for the test to end.
    /// </summary>
    public static readonly bool IsSupported = BaseLibraryBox.CanBeMade && Way.Boxes.Decide(BaseLibraryBoxSelfTest.Passes);

    /// <summary>Has the base library resume a box when what it awaits completes, as it does with its own.</summary>
    /// <param name="awaiter">An awaiter of the base library's.</param>
    /// <param name="box">A box of this kind; from here on another thread may be running it.</param>
    [MethodImpl(MethodImplOptions.NoInlining)] // as in BaseLibraryBox
    public static void Register<TAwaiter>(ref TAwaiter awaiter, StateMachineBox box)
        where TAwaiter : ICriticalNotifyCompletion =>
        BaseLibrary::System.Runtime.CompilerServices.AsyncTaskMethodBuilder<VoidTaskResult>.AwaitUnsafeOnCompleted(
            ref awaiter, Unsafe.As<IAsyncStateMachineBox>(box));
}
#endif
