#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics;
using System.Runtime.CompilerServices;
using BaseLibrary::System.Threading.Tasks;
using IAsyncStateMachineBox = BaseLibrary::System.Runtime.CompilerServices.IAsyncStateMachineBox;

namespace PooledAwait.Runtime;

/// <summary>
/// Continuations of the base library's own kind, for what only they can do: ask a TaskScheduler whether it runs something in place, and hide the task that a thread
/// is running from what it runs inside.
/// </summary>
/// <remarks>They are internal, the same in .NET 8, 9 and 10, and compiled against as the box is (<see cref="BaseLibraryBox"/>).</remarks>
[StackTraceHidden]
internal static class BaseLibraryContinuation
{
    /// <summary>
    /// Whether the base library has them, as the self-test proves at the first use. It runs no code but the library's and its own, unless somebody listens to events:
    /// what a listener calls on that thread finds false, and takes a <see cref="CompletionRelay"/>; other threads wait for the test to end.
    /// </summary>
    public static readonly bool IsSupported = BaseLibraryAwait.IsSupported
        ? Way.Continuations.Decide(BaseLibraryContinuationSelfTest.Passes)
        : Way.Continuations.FallBack("boxes", "They need the base library's boxes.");

    /// <summary>
    /// Runs what <see cref="ForScheduler"/> made, which is its state. It is called in place whatever is current, as a task calls its continuations: it decides itself where the
    /// code runs.
    /// </summary>
    public static readonly Action<object?> RunOnScheduler = [StackTraceHidden] static (continuation) => RunScheduled(continuation!, canRunInPlace: ContinuationPlacement.HasSufficientStack);

    // Where a type or a method is missing, the following methods cannot be compiled, nor could what they were inlined into.

    /// <summary>Makes the continuation of an await that captured a TaskScheduler.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static object ForScheduler(TaskScheduler scheduler, Action<object?> continuation, object? state) =>
        new TaskSchedulerAwaitTaskContinuation(scheduler, AsAction(continuation, state), flowExecutionContext: false);

    /// <summary>Runs what <see cref="ForScheduler"/> made, in a task of its scheduler.</summary>
    /// <param name="continuation">What was made.</param>
    /// <param name="canRunInPlace">Whether it may run before this returns, if the scheduler lets it.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void RunScheduled(object continuation, bool canRunInPlace) =>
        Unsafe.As<TaskSchedulerAwaitTaskContinuation>(continuation).Run(Task.CompletedTask, canRunInPlace);

    /// <summary>Runs or queues a continuation that captured nothing, while the thread is running a task.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void RunInsideTask(Action<object?> continuation, object? state)
    {
        if (ReferenceEquals(continuation, AwaitProbe.MoveNextOfBaseLibraryBox))
        {
            AwaitTaskContinuation.RunOrScheduleAction(Unsafe.As<IAsyncStateMachineBox>(state!), ContinuationPlacement.HasSufficientStack);
        }
        else
        {
            AwaitTaskContinuation.RunOrScheduleAction(AsAction(continuation, state), ContinuationPlacement.HasSufficientStack);
        }
    }

    /// <summary>Runs a continuation in the SynchronizationContext that it captured, or posts it, while the thread is running a task.</summary>
    /// <param name="continuation">The continuation.</param>
    /// <param name="state">Its state.</param>
    /// <param name="context">The context.</param>
    /// <param name="canRunInPlace">Whether it may run before this returns, if the context is the current one.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void RunInsideTask(Action<object?> continuation, object? state, SynchronizationContext context, bool canRunInPlace) =>
        new SynchronizationContextAwaitTaskContinuation(context, AsAction(continuation, state), flowExecutionContext: false)
            .Run(Task.CompletedTask, canRunInPlace && ContinuationPlacement.HasSufficientStack);

    /// <summary>What an async method or an awaiter registers has its delegate; all else gets one, over an object that is there already where there is one.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Action AsAction(Action<object?> continuation, object? state) =>
        ReferenceEquals(continuation, AwaitProbe.MoveNextOfBaseLibraryBox) ? Unsafe.As<IAsyncStateMachineBox>(state!).MoveNextAction
        : ReferenceEquals(continuation, AwaitProbe.InvokeOfAwaiters) ? Unsafe.As<Action>(state!)
        : ReferenceEquals(continuation, FlowingContinuation.Run) ? Unsafe.As<FlowingContinuation>(state!).RunInContext
        : new PostedContinuation(continuation, state).Invoke;
}
#endif
