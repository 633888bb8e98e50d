namespace System.Threading.Tasks;

/// <summary>The continuation of an await that captured a SynchronizationContext.</summary>
public sealed class SynchronizationContextAwaitTaskContinuation : AwaitTaskContinuation
{
    /// <summary>Makes one.</summary>
    /// <param name="context">The context.</param>
    /// <param name="action">What to run.</param>
    /// <param name="flowExecutionContext">Whether to capture the ExecutionContext, and run in it.</param>
    public SynchronizationContextAwaitTaskContinuation(SynchronizationContext context, Action action, bool flowExecutionContext) => throw null!;

    /// <summary>Runs the action in place if the context is the current one, and posts it otherwise. Hides the task that the thread is running from both.</summary>
    /// <param name="task">The task that has completed.</param>
    /// <param name="canInlineContinuationTask">Whether it may run in place at all.</param>
    public void Run(Task task, bool canInlineContinuationTask) => throw null!;
}
