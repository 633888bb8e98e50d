namespace System.Threading.Tasks;

/// <summary>The continuation of an await that captured a SynchronizationContext.</summary>
public sealed class SynchronizationContextAwaitTaskContinuation : AwaitTaskContinuation
{
    /// <summary>Makes a continuation that runs an action in a context.</summary>
    /// <param name="context">The context.</param>
    /// <param name="action">The action to run.</param>
    /// <param name="flowExecutionContext">Whether to capture the ExecutionContext and run the action in it.</param>
    public SynchronizationContextAwaitTaskContinuation(SynchronizationContext context, Action action, bool flowExecutionContext) => throw null!;

    /// <summary>
    /// Runs the action in place if the context is the current one. Otherwise posts the action to the context. Hides the thread's current task from the action
    /// and from the context's Post.
    /// </summary>
    /// <param name="task">The task that has completed.</param>
    /// <param name="canInlineContinuationTask">False if the action must be posted.</param>
    public void Run(Task task, bool canInlineContinuationTask) => throw null!;
}
