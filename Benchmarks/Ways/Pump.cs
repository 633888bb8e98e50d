namespace Benchmarks.Ways;

/// <summary>A SynchronizationContext or a TaskScheduler whose work the measuring thread runs explicitly.</summary>
internal abstract class Pump
{
    public static void Context(Action<Pump> use) => use(new OfContext());

    public static void Scheduler(Action<Pump> use) => use(new OfScheduler());

    /// <summary>Runs an action inside the context or scheduler, so that awaits in the action capture the context or scheduler.</summary>
    public abstract void Inside(Action action);

    /// <summary>Runs the posted work, and all work that this work posts in turn.</summary>
    public abstract void RunPosted();

    private sealed class OfContext : Pump
    {
        private readonly Queue<(SendOrPostCallback Callback, object? State)> _posted = new();
        private readonly QueueContext _context;

        public OfContext() => _context = new QueueContext(_posted);

        public override void Inside(Action action)
        {
            SynchronizationContext.SetSynchronizationContext(_context);
            action();
            SynchronizationContext.SetSynchronizationContext(null);
        }

        public override void RunPosted()
        {
            while (_posted.TryDequeue(out var posted))
            {
                Inside(() => posted.Callback(posted.State));
            }
        }

        private sealed class QueueContext(Queue<(SendOrPostCallback Callback, object? State)> posted) : SynchronizationContext
        {
            public override void Post(SendOrPostCallback d, object? state) => posted.Enqueue((d, state));
        }
    }

    private sealed class OfScheduler : Pump
    {
        private readonly QueueScheduler _scheduler = new();

        public override void Inside(Action action)
        {
            var task = new Task(action);
            task.Start(_scheduler);
            _scheduler.RunNext();
        }

        public override void RunPosted()
        {
            while (_scheduler.RunNext())
            {
            }
        }

        private sealed class QueueScheduler : TaskScheduler
        {
            private readonly Queue<Task> _tasks = new();

            public bool RunNext() => _tasks.TryDequeue(out var task) && TryExecuteTask(task);

            protected override void QueueTask(Task task) => _tasks.Enqueue(task);

            protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => false;

            protected override IEnumerable<Task> GetScheduledTasks() => _tasks;
        }
    }
}
