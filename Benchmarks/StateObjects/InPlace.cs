namespace Benchmarks.StateObjects;

/// <summary>Runs a task where it is started, so that nothing but the start is measured.</summary>
internal sealed class InPlace : TaskScheduler
{
    protected override void QueueTask(Task task) => TryExecuteTask(task);

    protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => TryExecuteTask(task);

    protected override IEnumerable<Task> GetScheduledTasks() => [];
}
