using System.Collections;
using System.Runtime.CompilerServices;
using System.Runtime.Loader;
using PooledAwait.Runtime;
using Tests.Compilation;
using Tests.WhenAny;

namespace Tests.TimedWaits;

/// <summary>Checks what a wait leaves behind: continuations of long-lived tasks and tokens, queued timers, and objects in the pools.</summary>
[Thorough]
[Alone]
public class RetentionTests
{
    private const int Calls = 100_000;

    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(10);

    [OneTimeSetUp]
    public void Prepare() => TimedRuntime.Ours.Prepare();

    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void Nothing_is_left_if_the_work_wins([ValueSource(typeof(Face), nameof(Face.All))] Face face, [Values] bool withToken)
    {
        if (!face.WaitsForWork)
        {
            Assert.Ignore("It does not wait for work.");
        }

        using var stop = new CancellationTokenSource();
        var token = withToken ? stop.Token : CancellationToken.None;
        Run(100);
        var timers = Timer.ActiveCount;
        var kept = long.MaxValue;

        // Other code of the process may keep memory once, in one round. What each call keeps, all rounds keep.
        for (var round = 0; round < 5 && kept >= 100_000; round++)
        {
            var before = GC.GetTotalMemory(forceFullCollection: true);
            Run(Calls);
            kept = GC.GetTotalMemory(forceFullCollection: true) - before;
        }

        Assert.Multiple(() =>
        {
            Assert.That(Timer.ActiveCount - timers, Is.LessThan(10));
            Assert.That(kept, Is.LessThan(100_000));
        });

        void Run(int calls)
        {
            for (var i = 0; i < calls; i++)
            {
                var work = new TaskCompletionSource<int>();
                var waiting = face.Await(TimedRuntime.Ours, work.Task, 600_000, token, true);
                work.SetResult(1);
                waiting.GetAwaiter().GetResult();
            }
        }
    }

    [Test]
    public void Nothing_is_left_at_work_that_lives_long_if_something_else_wins()
    {
        var work = new TaskCompletionSource<int>();
        using var stop = new CancellationTokenSource();
        for (var i = 0; i < 1_000; i++)
        {
            using var cancellation = new CancellationTokenSource();
            var waiting = AwaitedWaitAsync.WaitAsync(work.Task, s_long, cancellation.Token).AsTask();
            var call = TimedWhenAny.WhenAny(work.Task, TimedWhenAny.Delay(s_long, cancellation.Token), TimedWhenAny.Delay(s_long, stop.Token)).AsTask();
            cancellation.Cancel();
            Assert.That(() => waiting.GetAwaiter().GetResult(), Throws.TypeOf<TaskCanceledException>());
            Assert.That(call.Result.Status, Is.EqualTo(TaskStatus.Canceled));
        }

        Assert.That(Continuations.CountOf(work.Task), Is.Zero);
        Assert.That(Continuations.PlacesOf(work.Task), Is.LessThanOrEqualTo(4));
    }

    [Test]
    public void A_burst_of_waits_is_given_back_by_trims()
    {
        // Compiles the runtime without checks, because the checks keep a reference to each box.
        var assembly = new AssemblyLoadContext("runtime to trim").LoadFromStream(new MemoryStream(new RuntimeVariant().Compile(withChecks: false)));
        var runtime = new TimedRuntime(assembly).Prepare();
        var trimmer = assembly.GetType("PooledAwait.Runtime.PoolTrimmer")!;
        var trim = trimmer.GetMethod("Trim")!.CreateDelegate<Action<bool>>();
        var depots = trimmer.GetMethod("Depots")!;
        Run(runtime, 100);
        Run(TimedRuntime.BaseLibrary, Calls); // lets the thread pool's queue grow first, because the thread pool keeps that memory
        var before = Heap();
        Run(runtime, Calls);
        trim(false);
        Assert.That(Idle(), Is.GreaterThan(1_000_000));
        for (var i = 0; i < 5; i++)
        {
            trim(false);
        }

        Assert.That(Idle(), Is.LessThan(100_000));
        Assert.That(Heap() - before, Is.LessThan(2_000_000)); // the waits took about a hundred megabytes

        long Idle() => ((IEnumerable)depots.Invoke(null, null)!).Cast<object>().Sum(depot => (long)depot.GetType().GetProperty("IdleBytes")!.GetValue(depot)!);

        static void Run(TimedRuntime runtime, int waits)
        {
            var work = new TaskCompletionSource<int>();
            Task[] all =
            [
                .. Enumerable.Range(0, waits).Select(_ => runtime.Delay(300, CancellationToken.None).AsTask()),
                .. Enumerable.Range(0, waits).Select(_ => runtime.WaitForInt(work.Task, s_long, CancellationToken.None).AsTask()),
                .. Enumerable.Range(0, waits).Select(_ => runtime.AnyOfTwo(work.Task, runtime.StartDelay(1_000, CancellationToken.None)).AsTask()),
            ];
            work.SetResult(1);
            Task.WaitAll(all);
            SpinWait.SpinUntil(static () => Timer.ActiveCount == 0, TimeSpan.FromSeconds(10)); // the base library's delays keep their timers
        }

        static long Heap()
        {
            GC.Collect();
            GC.WaitForPendingFinalizers();
            return GC.GetTotalMemory(forceFullCollection: true);
        }
    }

    [Test]
    public void A_delay_that_reaches_no_WhenAny_is_collected_once_its_time_is_over()
    {
        var (delay, endless) = Abandon();
        Assert.That(
            SpinWait.SpinUntil(
                () =>
                {
                    GC.Collect();
                    return !delay.IsAlive && !endless.IsAlive;
                },
                TimeSpan.FromMinutes(2)),
            Is.True);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static (WeakReference, WeakReference) Abandon() => (new(TimedWhenAny.Delay(20)), new(TimedWhenAny.Delay(Timeout.Infinite)));
    }

    [Test]
    public void Nothing_of_the_token_and_the_work_is_kept_by_idle_waits()
    {
        var references = Run();
        GC.Collect();
        Assert.That(references.Select(reference => reference.IsAlive), Is.All.False);

        [MethodImpl(MethodImplOptions.NoInlining)]
        static WeakReference[] Run()
        {
            var (work, stop) = (new TaskCompletionSource<int>(), new CancellationTokenSource());
            var waiting = AwaitedWaitAsync.WaitAsync(work.Task, s_long, stop.Token);
            var call = TimedWhenAny.WhenAny(work.Task, TimedWhenAny.Delay(s_long, stop.Token));
            work.SetResult(1);
            waiting.GetAwaiter().GetResult();
            call.GetAwaiter().GetResult();
            var delay = AwaitedDelay.Delay(s_long, stop.Token);
            stop.Cancel();
            Assert.That(() => delay.GetAwaiter().GetResult(), Throws.TypeOf<TaskCanceledException>());
            return [new(work), new(work.Task), new(stop)];
        }
    }
}
