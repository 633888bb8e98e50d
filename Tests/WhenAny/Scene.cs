namespace Tests.WhenAny;

/// <summary>Where code runs.</summary>
public enum Place
{
    Nowhere,
    Context,
    OtherContext,
    Scheduler,
    Task,
}

/// <summary>Where code continues after an await.</summary>
public enum Ran
{
    OnCompletingThread,
    OnThreadPool,
    InContext,
    OnScheduler,
}

/// <summary>What a test observes of the code that continues.</summary>
/// <param name="Ran">Where the code ran.</param>
/// <param name="InPlace">
/// Whether the code ran before the completing method returned. If a timer completes the task, this means that the code ran in the timer's callback.
/// </param>
/// <param name="InsideTask">Whether the code saw a current task.</param>
/// <param name="Posts">The number of posts to the two contexts, and of tasks that were queued to the scheduler.</param>
public sealed record Seen(Ran Ran, bool InPlace, bool InsideTask, (int Context, int Other, int Scheduler) Posts);

/// <summary>Two contexts and a scheduler. A test awaits something under one of them, and completes it under the same or another one.</summary>
public sealed class Scene
{
    private readonly PoolContext _context = new();
    private readonly PoolContext _otherContext = new();
    private readonly PoolScheduler _scheduler = new();
    private Thread? _completing;
    private bool _isCompleting;
    private Ran _ran;
    private bool _ranInPlace;
    private bool _ranInsideTask;

    public Seen Seen => new(_ran, _ranInPlace, _ranInsideTask, (_context.Posts, _otherContext.Posts, _scheduler.Queued));

    /// <summary>Runs an action on a new thread, in the given place.</summary>
    public void Enter(Place place, Action action)
    {
        var thread = new Thread(() =>
        {
            if (place is Place.Scheduler or Place.Task)
            {
                new Task(action).RunSynchronously(place == Place.Task ? TaskScheduler.Default : _scheduler);
                return;
            }

            SynchronizationContext.SetSynchronizationContext(
                place switch { Place.Context => _context, Place.OtherContext => _otherContext, _ => null });
            action();
        });
        thread.Start();
        thread.Join();
    }

    public void Complete(Action complete)
    {
        _completing = Thread.CurrentThread;
        _isCompleting = true;
        complete();
        _isCompleting = false;
    }

    public void NoteWhereThisRuns()
    {
        _ranInsideTask = Task.CurrentId is not null;
        _ranInPlace = _completing is null
            ? Environment.StackTrace.Contains("System.Threading.TimerQueue", StringComparison.Ordinal)
            : Thread.CurrentThread == _completing && _isCompleting;
        _ran = SynchronizationContext.Current is PoolContext ? Ran.InContext
            : TaskScheduler.Current == _scheduler ? Ran.OnScheduler
            : Thread.CurrentThread == _completing ? Ran.OnCompletingThread
            : Ran.OnThreadPool;
    }

    private sealed class PoolContext : SynchronizationContext
    {
        public int Posts { get; private set; }

        public override void Post(SendOrPostCallback callback, object? state)
        {
            Posts++;
            ThreadPool.QueueUserWorkItem(_ =>
            {
                SetSynchronizationContext(this);
                callback(state);
            });
        }
    }

    private sealed class PoolScheduler : TaskScheduler
    {
        public int Queued { get; private set; }

        protected override void QueueTask(Task task)
        {
            Queued++;
            ThreadPool.QueueUserWorkItem(_ => TryExecuteTask(task));
        }

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => TryExecuteTask(task);

        protected override IEnumerable<Task> GetScheduledTasks() => [];
    }
}
