using PooledAwait.Runtime;

namespace Tests.TimedWaits;

/// <summary>A wait must have the same result as with the base library: the task that wins, its status, and exceptions with their task and token.</summary>
[Alone]
public class ResultTests
{
    private const int Long = 60_000;

    private static readonly CancellationToken s_cancelled = new(canceled: true);

    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void Is_that_of_the_base_library_if_the_wait_is_over_at_once(
        [ValueSource(typeof(Face), nameof(Face.All))] Face face, [Values(0, 1, Long, Timeout.Infinite)] int milliseconds,
        [Values] bool cancelled, [Values(TaskStatus.RanToCompletion, TaskStatus.Faulted, TaskStatus.Canceled)] TaskStatus work)
    {
        if (!face.WaitsForWork && !cancelled && milliseconds is Long or Timeout.Infinite)
        {
            Assert.Ignore("It would not be over at once.");
        }

        AssertSame(face, milliseconds, cancelled ? s_cancelled : CancellationToken.None, () => Completed(work), _ => { });
    }

    [Test]
    public void Is_that_of_the_base_library_if_work_ends_later(
        [ValueSource(typeof(Face), nameof(Face.All))] Face face, [Values(Long, Timeout.Infinite)] int milliseconds, [Values] bool withToken,
        [Values(TaskStatus.RanToCompletion, TaskStatus.Faulted, TaskStatus.Canceled)] TaskStatus status)
    {
        if (!face.WaitsForWork)
        {
            Assert.Ignore("It does not wait for work.");
        }

        using var cancellation = new CancellationTokenSource();
        AssertSame(face, milliseconds, withToken ? cancellation.Token : CancellationToken.None, () => new TaskCompletionSource<int>(), work => End(work, status));
    }

    [Test]
    public void Is_that_of_the_base_library_if_an_async_method_ends_later_with_its_own_cancellation([ValueSource(typeof(Face), nameof(Face.All))] Face face)
    {
        if (!face.WaitsForWork)
        {
            Assert.Ignore("It does not wait for work.");
        }

        string Run(TimedRuntime runtime)
        {
            var started = new TaskCompletionSource();
            var waiting = face.Describe(runtime, Method(started.Task), Long, CancellationToken.None, capture: true, () => { });
            started.SetResult();
            return waiting.Result;
        }

        Assert.That(Run(TimedRuntime.Ours), Is.EqualTo(Run(TimedRuntime.BaseLibrary)));

        static async Task<int> Method(Task started)
        {
            await started.ConfigureAwait(false);
            throw new OperationCanceledException("of the method", s_cancelled);
        }
    }

    [TestCase(true)]
    [TestCase(false)]
    public void Ties_follow_the_order_of_the_tasks(bool delayFirst)
    {
        foreach (var runtime in new[] { TimedRuntime.BaseLibrary, TimedRuntime.Ours })
        {
            var delay = runtime.StartDelay(1, CancellationToken.None);
            var work = new TaskCompletionSource();
            Assert.That(SpinWait.SpinUntil(() => delay.IsCompleted, TimeSpan.FromMinutes(2)), Is.True);
            work.SetResult();
            var winner = delayFirst ? runtime.AnyOfTwo(delay, work.Task) : runtime.AnyOfTwo(work.Task, delay);
            Assert.That(winner.Result, Is.SameAs(delayFirst ? delay : work.Task));
            Assert.That(delay.AsyncState, Is.Null);
        }
    }

    [Test]
    public void The_system_clock_counts_as_none_and_any_other_is_asked()
    {
        var clock = new StoppedClock();
        var time = TimeSpan.FromMilliseconds(1);
        var work = new TaskCompletionSource<int>().Task;
        AwaitedDelay.Delay(time, TimeProvider.System).AsTask().Wait();
        Assert.That(TimedWhenAny.WhenAny(work, TimedWhenAny.Delay(time, TimeProvider.System)).AsTask().Result.Status, Is.EqualTo(TaskStatus.RanToCompletion));
        Assert.That(() => AwaitedWaitAsync.WaitAsync(work, time, TimeProvider.System).AsTask().GetAwaiter().GetResult(), Throws.TypeOf<TimeoutException>());
        Assert.That(clock.Timers, Is.Zero);

        _ = AwaitedDelay.Delay(time, clock);
        _ = AwaitedDelay.Delay(time, clock, CancellationToken.None);
        _ = TimedWhenAny.WhenAny(work, TimedWhenAny.Delay(time, clock));
        _ = AwaitedWaitAsync.WaitAsync(work, time, clock);
        _ = AwaitedWaitAsync.WaitAsync((Task)work, time, clock);
        Assert.That(clock.Timers, Is.EqualTo(5));
    }

    [Test]
    public void A_ValueTask_that_is_consumed_twice_names_the_method()
    {
        var delay = AwaitedDelay.Delay(1);
        delay.GetAwaiter().GetResult();
        Assert.That(
            () => delay.GetAwaiter().GetResult(),
            Throws.InvalidOperationException.With.Message.StartWith("The ValueTask returned by PooledAwait.Runtime.AwaitedDelay.Delay was used after"));
    }

    private static void AssertSame(Face face, int milliseconds, CancellationToken token, Func<TaskCompletionSource<int>> begin, Action<TaskCompletionSource<int>> end)
    {
        string Run(TimedRuntime runtime)
        {
            var work = begin();
            var waiting = face.Describe(runtime, work.Task, milliseconds, token, capture: true, () => { });
            end(work);
            return waiting.Wait(TimeSpan.FromMinutes(2)) ? waiting.Result : "still waits";
        }

        Assert.That(Run(TimedRuntime.Ours), Is.EqualTo(Run(TimedRuntime.BaseLibrary)));
    }

    private static TaskCompletionSource<int> Completed(TaskStatus status)
    {
        var work = new TaskCompletionSource<int>();
        End(work, status);
        return work;
    }

    private static void End(TaskCompletionSource<int> work, TaskStatus status)
    {
        switch (status)
        {
            case TaskStatus.RanToCompletion:
                work.SetResult(42);
                break;
            case TaskStatus.Faulted:
                work.SetException([new InvalidOperationException("first"), new FormatException("second")]);
                break;
            default:
                work.SetCanceled(s_cancelled);
                break;
        }
    }

    /// <summary>A clock whose timers never fire.</summary>
    private sealed class StoppedClock : TimeProvider
    {
        public int Timers { get; private set; }

        public override ITimer CreateTimer(TimerCallback callback, object? state, TimeSpan dueTime, TimeSpan period)
        {
            Timers++;
            return System.CreateTimer(callback, state, Timeout.InfiniteTimeSpan, Timeout.InfiniteTimeSpan);
        }
    }
}
