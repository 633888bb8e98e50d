namespace Tests.Fuzzing.Worlds;

/// <summary>A scheduler whose tasks the pump runs.</summary>
/// <param name="inlines">Whether tasks may run in place if this is the current scheduler.</param>
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
