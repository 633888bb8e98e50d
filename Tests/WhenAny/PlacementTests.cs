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
    }

    public enum Ran
    {
        OnCompletingThread,
        OnThreadPool,
        InContext,
        OnScheduler,
    }

    [Test]
    public void Goes_on_where_it_does_with_the_base_library(
        [Values("task", "awaited 2", "awaited 3")] string form, [Values] Place awaitedIn, [Values] bool capture, [Values] Place completedIn)
    {
        var (expected, expectedInPlace) = Run("base library", awaitedIn, capture, completedIn);
        var (actual, actualInPlace) = Run(form, awaitedIn, capture, completedIn);
        Assert.That(actual, Is.EqualTo(expected));

        // If the thread that completes the winning task has its own context or scheduler, our result completes on the thread pool.
        Assert.That(actualInPlace, Is.EqualTo(expectedInPlace && completedIn == Place.Nowhere));
    }

    private static (Ran Ran, bool InPlace) Run(string form, Place awaitedIn, bool capture, Place completedIn)
    {
        var scene = new Scene();
        var source = new TaskCompletionSource();
        var other = new TaskCompletionSource().Task;
        Task? awaiting = null;
        scene.Enter(awaitedIn, () => awaiting = Await());
        scene.Enter(completedIn, () => scene.Complete(source));
        Assert.That(awaiting!.Wait(TimeSpan.FromMinutes(2)), Is.True);
        return (scene.Ran, scene.RanInPlace);

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

        public Ran Ran { get; private set; }

        public bool RanInPlace { get; private set; }

        /// <summary>Runs an action on a new thread, in the given place.</summary>
        public void Enter(Place place, Action action)
        {
            var thread = new Thread(() =>
            {
                if (place == Place.Scheduler)
                {
                    new Task(action).RunSynchronously(_scheduler);
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
            RanInPlace = Thread.CurrentThread == _completing && _isCompleting;
            Ran = SynchronizationContext.Current is PoolContext ? Ran.InContext
                : TaskScheduler.Current == _scheduler ? Ran.OnScheduler
                : Thread.CurrentThread == _completing ? Ran.OnCompletingThread
                : Ran.OnThreadPool;
        }
    }

    private sealed class PoolContext : SynchronizationContext
    {
        public override void Post(SendOrPostCallback callback, object? state) => ThreadPool.QueueUserWorkItem(_ =>
        {
            SetSynchronizationContext(this);
            callback(state);
        });
    }

    private sealed class PoolScheduler : TaskScheduler
    {
        protected override void QueueTask(Task task) => ThreadPool.QueueUserWorkItem(_ => TryExecuteTask(task));

        protected override bool TryExecuteTaskInline(Task task, bool taskWasPreviouslyQueued) => TryExecuteTask(task);

        protected override IEnumerable<Task> GetScheduledTasks() => [];
    }
}
