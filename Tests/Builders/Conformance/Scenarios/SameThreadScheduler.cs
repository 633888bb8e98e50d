namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Runs a task on the thread that queues it. If a task has HideScheduler, its code sees the default scheduler.</summary>
internal sealed class SameThreadScheduler : TaskScheduler
{
    /// <summary>Runs a function in a task of this scheduler.</summary>
    public TResult Run<TResult>(Func<TResult> function)
    {
        var task = new Task<TResult>(function);
        task.RunSynchronously(this);
        return task.Result;
    }

    protected override void QueueTask(Task task) => TryExecuteTask(task);

    protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => TryExecuteTask(task);

    protected override IEnumerable<Task> GetScheduledTasks() => [];
}
