#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics;
using System.Runtime.CompilerServices;
using BaseLibrary::System.Threading.Tasks;
using IAsyncStateMachineBox = BaseLibrary::System.Runtime.CompilerServices.IAsyncStateMachineBox;

namespace PooledAwait.Runtime;

/// <summary>
/// Uses the base library's own continuations. Only these continuations can make a TaskScheduler run an action in place. Only they can hide the thread's current
/// task from an action.
/// </summary>
/// <remarks>
/// The continuations are internal types, which are the same in .NET 8, 9 and 10. <see cref="BaseLibraryBox"/> explains how this assembly compiles against
/// internal members.
/// </remarks>
[StackTraceHidden]
internal static class BaseLibraryContinuation
{
    /// <summary>
    /// True if the base library has these continuations. A self-test checks this at the first use. The test runs only its own code, the base library's code,
    /// and event listeners. A listener may call an async method on the test's thread. During the test, this field is false for that thread. So such an async
    /// method uses a <see cref="CompletionRelay"/>. Other threads that read the field wait for the end of the test.
    /// </summary>
    public static readonly bool IsSupported = BaseLibraryAwait.IsSupported
        ? Fallback.Continuations.Decide(BaseLibraryContinuationSelfTest.Passes)
        : Fallback.Continuations.FallBack("boxes", "They need the base library's boxes.");

    /// <summary>
    /// Runs a continuation that <see cref="ForScheduler"/> made. The continuation is this delegate's state. The delegate may be invoked in place in any context
    /// or scheduler, because the continuation chooses where its action runs.
    /// </summary>
    public static readonly Action<object?> RunOnScheduler = [StackTraceHidden] static (continuation) => RunScheduled(continuation!, canRunInPlace: ContinuationPlacement.HasSufficientStack);

    // If the base library lacks a type or a method, the JIT cannot compile the following methods. So they are never inlined into methods that must always
    // compile.

    /// <summary>Makes the continuation of an await that captured a TaskScheduler.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static object ForScheduler(TaskScheduler scheduler, Action<object?> continuation, object? state) =>
        new TaskSchedulerAwaitTaskContinuation(scheduler, AsAction(continuation, state), flowExecutionContext: false);

    /// <summary>Runs the continuation that <see cref="ForScheduler"/> made, in a task of its scheduler.</summary>
    /// <param name="continuation">The continuation.</param>
    /// <param name="canRunInPlace">True if the continuation may run before this method returns. The scheduler must also allow that.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void RunScheduled(object continuation, bool canRunInPlace) =>
        Unsafe.As<TaskSchedulerAwaitTaskContinuation>(continuation).Run(Task.CompletedTask, canRunInPlace);

    /// <summary>
    /// Runs a continuation in place, or queues it. The continuation captured no SynchronizationContext or TaskScheduler. The current thread is running a task.
    /// </summary>
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

    /// <summary>Runs a continuation in place, or posts it to the SynchronizationContext that it captured. The current thread is running a task.</summary>
    /// <param name="continuation">The continuation.</param>
    /// <param name="state">The continuation's state.</param>
    /// <param name="context">The context.</param>
    /// <param name="canRunInPlace">True if the continuation may run in place, provided that the context is the current one.</param>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static void RunInsideTask(Action<object?> continuation, object? state, SynchronizationContext context, bool canRunInPlace) =>
        new SynchronizationContextAwaitTaskContinuation(context, AsAction(continuation, state), flowExecutionContext: false)
            .Run(Task.CompletedTask, canRunInPlace && ContinuationPlacement.HasSufficientStack);

    /// <summary>
    /// Turns a continuation and its state into an action. Reuses the existing action of an async method or an awaiter. For any other continuation, makes a
    /// delegate. If the state is a <see cref="FlowingContinuation"/>, the state is the delegate's target. Otherwise, the target is a new object.
    /// </summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Action AsAction(Action<object?> continuation, object? state) =>
        ReferenceEquals(continuation, AwaitProbe.MoveNextOfBaseLibraryBox) ? Unsafe.As<IAsyncStateMachineBox>(state!).MoveNextAction
        : ReferenceEquals(continuation, AwaitProbe.InvokeOfAwaiters) ? Unsafe.As<Action>(state!)
        : ReferenceEquals(continuation, FlowingContinuation.Run) ? Unsafe.As<FlowingContinuation>(state!).RunInContext
        : new PostedContinuation(continuation, state).Invoke;
}
#endif
