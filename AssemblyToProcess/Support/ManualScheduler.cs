namespace AssemblyToProcess.Support;

/// <summary>A scheduler that keeps its tasks until <see cref="Run"/> runs the tasks on the calling thread.</summary>
public sealed class ManualScheduler : TaskScheduler
{
    private readonly Queue<Task> _queued = new();
    private readonly string _name;

    public ManualScheduler(string name) => _name = name;

    public int Queued { get; private set; }

    /// <summary>Runs the queued tasks, and all tasks that these tasks queue in turn.</summary>
    public int Run()
    {
        var ran = 0;
        while (TryTake(out var task))
        {
            ran++;
            TryExecuteTask(task);
        }

        return ran;
    }

    /// <summary>Starts an action as a task of this scheduler, and runs all queued tasks.</summary>
    public Task Under(Action action)
    {
        var task = Task.Factory.StartNew(action, CancellationToken.None, TaskCreationOptions.None, this);
        Run();
        return task;
    }

    public override string ToString() => $"scheduler {_name}";

    protected override void QueueTask(Task task)
    {
        lock (_queued)
        {
            Queued++;
            _queued.Enqueue(task);
        }
    }

    protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => false;

    protected override IEnumerable<Task> GetScheduledTasks()
    {
        lock (_queued)
        {
            return _queued.ToArray();
        }
    }

    private bool TryTake(out Task task)
    {
        lock (_queued)
        {
            task = _queued.Count == 0 ? null! : _queued.Dequeue();
            return task != null;
        }
    }
}
