#if NET8_0_OR_GREATER
extern alias BaseLibrary;

using System.Diagnostics;
using System.Runtime.CompilerServices;
using BaseLibrary::System.Threading.Tasks;
using IAsyncStateMachineBox = BaseLibrary::System.Runtime.CompilerServices.IAsyncStateMachineBox;

namespace PooledAwait.Runtime;

/// <summary>
/// Continuations of the base library's own kind. Only they can ask a TaskScheduler whether it runs something in place, and hide the task that a thread
/// is running from the code that runs inside that task.
/// </summary>
/// <remarks>They are internal, and the same in .NET 8, 9 and 10. This assembly compiles against them in the same way as against the interface of boxes (<see cref="BaseLibraryBox"/>).</remarks>
[StackTraceHidden]
internal static class BaseLibraryContinuation
{
    /// <summary>
    /// Whether the base library has these continuations. A self-test proves it at the first use. The test runs only the base library's code and its own, unless somebody listens to events.
    /// Calls that a listener makes on that thread find false, and use a <see cref="CompletionRelay"/>. Other threads wait for the test to end.
    /// </summary>
    public static readonly bool IsSupported = BaseLibraryAwait.IsSupported
        ? Fallback.Continuations.Decide(BaseLibraryContinuationSelfTest.Passes)
        : Fallback.Continuations.FallBack("boxes", "They need the base library's boxes.");

    /// <summary>
    /// Runs the continuation that <see cref="ForScheduler"/> made; that continuation is its state. It is called in place in any context or scheduler, as a task calls its continuations, because it
    /// decides itself where the code runs.
    /// </summary>
    public static readonly Action<object?> RunOnScheduler = [StackTraceHidden] static (continuation) => RunScheduled(continuation!, canRunInPlace: ContinuationPlacement.HasSufficientStack);

    // If a type or a method is missing, the JIT cannot compile the following methods, nor any method that they are inlined into.

    /// <summary>Makes the continuation of an await that captured a TaskScheduler.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    public static object ForScheduler(TaskScheduler scheduler, Action<object?> continuation, object? state) =>
        new TaskSchedulerAwaitTaskContinuation(scheduler, AsAction(continuation, state), flowExecutionContext: false);

    /// <summary>Runs the continuation that <see cref="ForScheduler"/> made, in a task of its scheduler.</summary>
    /// <param name="continuation">The continuation.</param>
    /// <param name="canRunInPlace">Whether it may run before this method returns, if the scheduler allows it.</param>
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

    /// <summary>Returns the delegate of a continuation that an async method or an awaiter registered. Any other continuation gets a new delegate, over an existing object if there is one.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static Action AsAction(Action<object?> continuation, object? state) =>
        ReferenceEquals(continuation, AwaitProbe.MoveNextOfBaseLibraryBox) ? Unsafe.As<IAsyncStateMachineBox>(state!).MoveNextAction
        : ReferenceEquals(continuation, AwaitProbe.InvokeOfAwaiters) ? Unsafe.As<Action>(state!)
        : ReferenceEquals(continuation, FlowingContinuation.Run) ? Unsafe.As<FlowingContinuation>(state!).RunInContext
        : new PostedContinuation(continuation, state).Invoke;
}
#endif
