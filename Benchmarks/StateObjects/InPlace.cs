namespace Benchmarks.StateObjects;

/// <summary>A scheduler that runs a task on the thread that starts it, so that the measurement includes no other thread.</summary>
internal sealed class InPlace : TaskScheduler
{
    protected override void QueueTask(Task task) => TryExecuteTask(task);

    protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => TryExecuteTask(task);

    protected override IEnumerable<Task> GetScheduledTasks() => [];
}
