using PooledAwait.Runtime;

namespace Tests.TimedWaits;

/// <summary>Measures exact bytes on the thread that waits and completes the work. If a timer ends the wait, measures the bytes of the whole process.</summary>
[Alone]
public class AllocationTests
{
    private static readonly TimeSpan s_long = TimeSpan.FromSeconds(30);

    private static readonly CancellationTokenSource s_stop = new();

    /// <summary>The continuation that the tests register with each result, as an async method would.</summary>
    private static readonly Action s_continuation = static () => s_continued++;

    private static int s_continued;

    [OneTimeSetUp]
    public void Prepare() => TimedRuntime.Ours.Prepare();

    private static IEnumerable<TestCaseData> WhenAnyCases()
    {
        yield return new("a delay", (Func<Task>)(static () => TimedWhenAny.Delay(30_000)));
        yield return new("a short delay", (Func<Task>)(static () => TimedWhenAny.Delay(20)));
        yield return new("a delay with a time", (Func<Task>)(static () => TimedWhenAny.Delay(s_long)));
        yield return new("a delay with a token", (Func<Task>)(static () => TimedWhenAny.Delay(30_000, s_stop.Token)));
        yield return new("an endless delay with a token", (Func<Task>)(static () => TimedWhenAny.Delay(Timeout.Infinite, s_stop.Token)));
        yield return new("an endless delay", (Func<Task>)(static () => TimedWhenAny.Delay(Timeout.Infinite)));
        yield return new("a delay of the system's clock", (Func<Task>)(static () => TimedWhenAny.Delay(s_long, TimeProvider.System, s_stop.Token)));
    }

    [TestCaseSource(nameof(WhenAnyCases))]
    public void Nothing_beside_the_work_if_the_work_wins_against(string what, Func<Task> delay)
    {
        Assert.That(BesideTheWork(source => Finish(source, TimedWhenAny.WhenAny(source.Task, delay()))), Is.Zero, what);
        Assert.That(BesideTheWork(source => Finish(source, TimedWhenAny.WhenAny(delay(), source.Task, delay()))), Is.Zero, what);
        Assert.That(BesideTheWork(source => Finish(source, TimedWhenAny.WhenAny(delay(), delay(), source.Task, delay()))), Is.Zero, what);
        Assert.That(BesideTheWork(source =>
        {
            source.SetResult(0);
            TimedWhenAny.WhenAny(delay(), source.Task).GetAwaiter().GetResult();
        }), Is.Zero, what);

        static void Finish(TaskCompletionSource<int> source, ValueTask<Task> call)
        {
            var awaiter = call.GetAwaiter();
            awaiter.UnsafeOnCompleted(s_continuation);
            source.SetResult(0);
            awaiter.GetResult();
        }
    }

    [Test]
    public void Nothing_beside_the_work_if_it_ends_before_WaitAsync_does() => Assert.Multiple(() =>
    {
        Assert.That(BesideTheWork(static source => Finish(source, AwaitedWaitAsync.WaitAsync((Task)source.Task, s_long))), Is.Zero);
        Assert.That(BesideTheWork(static source => Finish(source, AwaitedWaitAsync.WaitAsync((Task)source.Task, s_stop.Token))), Is.Zero);
        Assert.That(BesideTheWork(static source => Finish(source, AwaitedWaitAsync.WaitAsync((Task)source.Task, s_long, s_stop.Token))), Is.Zero);
        Assert.That(BesideTheWork(static source => FinishInt(source, AwaitedWaitAsync.WaitAsync(source.Task, s_long))), Is.Zero);
        Assert.That(BesideTheWork(static source => FinishInt(source, AwaitedWaitAsync.WaitAsync(source.Task, s_stop.Token))), Is.Zero);
        Assert.That(BesideTheWork(static source => FinishInt(source, AwaitedWaitAsync.WaitAsync(source.Task, s_long, s_stop.Token))), Is.Zero);

        static void Finish(TaskCompletionSource<int> source, ValueTask call)
        {
            var awaiter = call.GetAwaiter();
            awaiter.UnsafeOnCompleted(s_continuation);
            source.SetResult(0);
            awaiter.GetResult();
        }

        static void FinishInt(TaskCompletionSource<int> source, ValueTask<int> call)
        {
            var awaiter = call.GetAwaiter();
            awaiter.UnsafeOnCompleted(s_continuation);
            source.SetResult(0);
            awaiter.GetResult();
        }
    });

    [TestCase(false)]
    [TestCase(true)]
    public void Nothing_for_a_delay_whose_time_ends(bool withToken)
    {
        // The wait ends on the timer's thread, so all bytes of the process count. Other threads may allocate too, so the least of several measurements counts.
        var token = withToken ? s_stop.Token : CancellationToken.None;
        var least = AllocatedBytes.LeastOf(20, () =>
        {
            using var ended = new ManualResetEventSlim();
            Action release = ended.Set;
            Wait(release, ended, token);
            var before = GC.GetTotalAllocatedBytes(precise: true);
            for (var i = 0; i < 5; i++)
            {
                Wait(release, ended, token);
            }

            return GC.GetTotalAllocatedBytes(precise: true) - before;
        });
        Assert.That(least, Is.Zero);

        static void Wait(Action release, ManualResetEventSlim ended, CancellationToken token)
        {
            ended.Reset();
            var awaiter = AwaitedDelay.Delay(1, token).GetAwaiter();
            awaiter.UnsafeOnCompleted(release);
            while (!ended.IsSet)
            {
                Thread.Sleep(1);
            }

            awaiter.GetResult();
        }
    }

    private static double BesideTheWork(Action<TaskCompletionSource<int>> call) =>
        AllocatedBytes.PerCall(() => call(new TaskCompletionSource<int>())) - AllocatedBytes.PerCall(() => GC.KeepAlive(new TaskCompletionSource<int>()));
}
