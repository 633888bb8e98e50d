using NUnit.Framework;
using PooledAwait.Runtime;

namespace Tests.WhenAny;

/// <summary>After an await of WhenAny, code continues in the same place as with the base library.</summary>
[Alone]
public class PlacementTests
{
    public enum Place
    {
        Nowhere,
        Context,
        OtherContext,
        Scheduler,
        Task,
    }

    public enum Ran
    {
        OnCompletingThread,
        OnThreadPool,
        InContext,
        OnScheduler,
    }

    /// <summary>What can be seen of where the code continues.</summary>
    /// <param name="Ran">The place.</param>
    /// <param name="InPlace">Whether it continued before the method that completed the task had returned.</param>
    /// <param name="InsideTask">Whether it saw the current task of the thread.</param>
    /// <param name="Posts">The number of posts to the two contexts, and of tasks that the scheduler was given.</param>
    private sealed record Seen(Ran Ran, bool InPlace, bool InsideTask, (int Context, int Other, int Scheduler) Posts);

    [Test]
    public void Goes_on_where_it_does_with_the_base_library(
        [Values("task", "awaited 2", "awaited 3")] string form, [Values] Place awaitedIn, [Values] bool capture, [Values] Place completedIn,
        [Values] bool alsoAwaitedByOthers)
    {
        var expected = Run("base library", awaitedIn, capture, completedIn, alsoAwaitedByOthers);
        var actual = Run(form, awaitedIn, capture, completedIn, alsoAwaitedByOthers);
        Assert.That(actual, Is.EqualTo(expected));
    }

    [Test]
    public void Under_a_context_that_only_the_completing_thread_has_nothing_more_is_posted_or_queued()
    {
        var seen = Run("awaited 2", Place.Context, capture: true, Place.Context, alsoAwaitedByOthers: false);
        Assert.That(seen, Is.EqualTo(new Seen(Ran.InContext, InPlace: true, InsideTask: false, (0, 0, 0))));
    }

    private static Seen Run(string form, Place awaitedIn, bool capture, Place completedIn, bool alsoAwaitedByOthers)
    {
        var scene = new Scene();
        var source = new TaskCompletionSource();
        var other = new TaskCompletionSource().Task;
        if (alsoAwaitedByOthers)
        {
            source.Task.ContinueWith(static _ => { }, CancellationToken.None, TaskContinuationOptions.ExecuteSynchronously, TaskScheduler.Default);
        }

        Task? awaiting = null;
        scene.Enter(awaitedIn, () => awaiting = Await());
        scene.Enter(completedIn, () => scene.Complete(source));
        Assert.That(awaiting!.Wait(TimeSpan.FromMinutes(2)), Is.True);
        return scene.Seen;

        async Task Await()
        {
            var winner = form switch
            {
                "base library" => await Task.WhenAny(other, source.Task, other).ConfigureAwait(capture),
                "task" => await SpecializedWhenAny.WhenAny(other, source.Task, other).ConfigureAwait(capture),
                "awaited 2" => await AwaitedWhenAny.WhenAny(other, source.Task).ConfigureAwait(capture),
                _ => await AwaitedWhenAny.WhenAny(other, source.Task, other).ConfigureAwait(capture),
            };
            scene.NoteWhereThisRuns();
            Assert.That(winner, Is.SameAs(source.Task));
        }
    }

    private sealed class Scene
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

        public void Complete(TaskCompletionSource source)
        {
            _completing = Thread.CurrentThread;
            _isCompleting = true;
            source.SetResult();
            _isCompleting = false;
        }

        public void NoteWhereThisRuns()
        {
            _ranInsideTask = Task.CurrentId is not null;
            _ranInPlace = Thread.CurrentThread == _completing && _isCompleting;
            _ran = SynchronizationContext.Current is PoolContext ? Ran.InContext
                : TaskScheduler.Current == _scheduler ? Ran.OnScheduler
                : Thread.CurrentThread == _completing ? Ran.OnCompletingThread
                : Ran.OnThreadPool;
        }
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
