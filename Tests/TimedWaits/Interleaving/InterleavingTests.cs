using Tests.Interleaving;
using Tests.WhenAny;

namespace Tests.TimedWaits.Interleaving;

/// <summary>
/// One wait, and two of the three events that can end it: the timer's callback, the end of the work, and the cancellation. The tests try every order of the
/// steps that has at most two preemptions (switches away from a thread that could go on). Each thread then begins another wait, which may reuse objects of the
/// first wait from the thread's pool.
/// </summary>
[Thorough]
[Alone]
public class InterleavingTests
{
    private const int Time = 600_000;

    private static readonly Lazy<SteppedWaits> s_runtime = new(() => new SteppedWaits());

    private static readonly string[] s_faces = ["WhenAny", "WaitAsync", "Delay"];

    private static readonly (End, End)[] s_ends = [(End.Time, End.Work), (End.Time, End.Token), (End.Work, End.Token)];

    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void A_wait_ends_once_and_nothing_is_reused_that_may_be_called([ValueSource(nameof(s_faces))] string face, [ValueSource(nameof(s_ends))] (End, End) ends)
    {
        var orders = Explore(s_runtime.Value, face, ends, TimeSpan.FromMinutes(2));
        TestContext.Out.WriteLine($"{orders} orders");
        Assert.That(orders, Is.GreaterThan(100));
    }

    [TestCase("a stopped timer is always free", "SteppedTimer.cs", "return !_timer.EverQueued;", "return true;")]
    [TestCase("a token's callback is always free", "TimedWait.cs", "(losers & Token) != 0 && _registration.Unregister()", "(losers & Token) != 0 && (_registration.Unregister() || true)")]
    [TestCase("who wins does not wait for the start to end", "TimedWait.cs", "(observed & Holders.Starting) != 0 ? own : Stop(own)", "Stop(own)")]
    [TestCase("who starts leaves the losers", "TimedWait.cs", "Release(Stop(Holders.Starting))", "Release(Holders.Starting)")]
    [TestCase("a delay of WhenAny is never left", "WhenAnyDelay.cs", "if (delay.TryWin(Holders.Consuming, out var held))", "if (false && delay.TryWin(Holders.Consuming, out var held))")]
    public void A_fault_is_found(string fault, string file, string text, string replacement)
    {
        var runtime = new SteppedWaits(file, text, replacement);
        Assert.That(() => ExploreAll(runtime), Throws.Exception, fault);
    }

    private static void ExploreAll(SteppedWaits runtime)
    {
        foreach (var face in s_faces)
        {
            foreach (var ends in s_ends)
            {
                Explore(runtime, face, ends, TimeSpan.FromSeconds(10)); // with the fault, a wait may never end
            }
        }
    }

    private static int Explore(SteppedWaits stepped, string face, (End First, End Second) ends, TimeSpan patience) => Schedule.Explore(preemptions: 2, () =>
    {
        var runtime = stepped.Runtime;
        var work = new TaskCompletionSource<int>();
        var cancellation = new CancellationTokenSource();
        var (next, ring, isQueued) = stepped.Watch();
        var followUps = Enumerable.Range(0, 3).Select(_ => new FollowUp(runtime, face)).ToArray();
        var (times, isLeft) = (0, false);
        End? end = null;
        return (
            [
                () =>
                {
                    next();
                    Start(runtime, face, work.Task, cancellation.Token, taken =>
                    {
                        times++;
                        end = taken;

                        // Checks the timer before the follow-up wait, which may reuse the timer. WhenAny is not checked: if the work wins, a cancelling
                        // thread may stop the timer later.
                        isLeft = face != "WhenAny" && isQueued();
                        followUps[2].Start();
                    });
                },
                () => { Cause(ends.First); followUps[0].Start(); },
                () => { Cause(ends.Second); followUps[1].Start(); },
            ],
            () =>
            {
                if (face == "Delay")
                {
                    ring(); // the end of the work does not end a delay
                }

                Required.That(followUps[2].Started.Wait(patience), "the wait ends"); // the continuation that starts the follow-up may be queued
                Required.That(end == ends.First || end == ends.Second || (face == "Delay" && end == End.Time), "the wait has one of its results");
                Array.ForEach(followUps, static followUp => followUp.Check());
                Required.That(times == 1, "the wait ends once");
                Required.That(!isLeft && !isQueued(), "no timer is left");
                Required.That(Continuations.CountOf(work.Task) == 0, "nothing is left at the work");
            });

        void Cause(End cause)
        {
            switch (cause)
            {
                case End.Time:
                    ring();
                    break;
                case End.Work:
                    work.SetResult(1);
                    break;
                default:
                    cancellation.Cancel();
                    break;
            }
        }
    });

    /// <summary>Starts a wait, and awaits it.</summary>
    private static void Start(TimedRuntime runtime, string face, Task<int> work, CancellationToken token, Action<End> ended)
    {
        switch (face)
        {
            case "WhenAny":
                var delay = runtime.StartDelay(Time, token);
                var any = runtime.AnyOfTwo(work, delay).ConfigureAwait(false).GetAwaiter();
                any.UnsafeOnCompleted(() => ended(EndOf(any.GetResult())));
                break;
            case "WaitAsync":
                var wait = runtime.WaitForInt(work, TimeSpan.FromMilliseconds(Time), token).ConfigureAwait(false).GetAwaiter();
                wait.UnsafeOnCompleted(() => ended(Taken(() => wait.GetResult(), End.Work)));
                break;
            default:
                var time = runtime.Delay(Time, token).ConfigureAwait(false).GetAwaiter();
                time.UnsafeOnCompleted(() => ended(Taken(time.GetResult, End.Time)));
                break;
        }

        End EndOf(Task winner) =>
            !winner.IsCompleted ? throw new InvalidOperationException("The winner is not complete.")
            : winner == work ? End.Work
            : winner.IsCanceled ? End.Token
            : End.Time;
    }

    private static End Taken(Action take, End otherwise)
    {
        try
        {
            take();
            return otherwise;
        }
        catch (TimeoutException)
        {
            return End.Time;
        }
        catch (TaskCanceledException)
        {
            return End.Token;
        }
    }

    public enum End
    {
        Time,
        Work,
        Token,
    }

    /// <summary>A wait with its own work and token, which stay pending until the wait is checked.</summary>
    private sealed class FollowUp(TimedRuntime runtime, string face)
    {
        private readonly TaskCompletionSource<int> _work = new();
        private readonly CancellationTokenSource _cancellation = new();
        private readonly TaskCompletionSource<End> _end = new();

        /// <summary>The test waits for this event without spinning, because spinning would take many times as long on a busy processor.</summary>
        public ManualResetEventSlim Started { get; } = new(initialState: false, spinCount: 0);

        public void Start()
        {
            InterleavingTests.Start(runtime, face, _work.Task, _cancellation.Token, _end.SetResult);
            Started.Set();
        }

        public void Check()
        {
            Required.That(!_end.Task.IsCompleted, "a later wait waits for its own time");
            _work.SetResult(2);
            _cancellation.Cancel();
            Required.That(_end.Task.Result == (face == "Delay" ? End.Token : End.Work), "a later wait has its own result");
        }
    }
}
