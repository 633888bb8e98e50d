namespace System.Threading.Tasks;

/// <summary>The continuation of an await that captured a TaskScheduler.</summary>
public sealed class TaskSchedulerAwaitTaskContinuation : AwaitTaskContinuation
{
    /// <summary>Makes a continuation.</summary>
    /// <param name="scheduler">The scheduler.</param>
    /// <param name="action">The action to run.</param>
    /// <param name="flowExecutionContext">Whether to capture the ExecutionContext and run the action in it.</param>
    public TaskSchedulerAwaitTaskContinuation(TaskScheduler scheduler, Action action, bool flowExecutionContext) => throw null!;

    /// <summary>Runs the action in a task of the scheduler. The task runs at once if the scheduler allows that.</summary>
    /// <param name="ignored">The task that has completed.</param>
    /// <param name="canInlineContinuationTask">False if the task must be queued.</param>
    public void Run(Task ignored, bool canInlineContinuationTask) => throw null!;
}
