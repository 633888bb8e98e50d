namespace Tests.Fuzzing.Worlds;

/// <summary>A scheduler that leaves its tasks to the pump.</summary>
/// <param name="inlines">Whether it lets tasks run in place where it is the current one.</param>
internal sealed class WorldScheduler(World world, string name, bool inlines) : TaskScheduler
{
    public override string ToString() => name;

    protected override void QueueTask(Task task)
    {
        world.Trace?.AddOrder(world, $"queue {name}");
        world.Pump.Post(() => TryExecuteTask(task));
    }

    protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) =>
        inlines && !taskWasPreviouslyQueued && Current == this && TryExecuteTask(task);

    protected override IEnumerable<Task> GetScheduledTasks() => [];
}
