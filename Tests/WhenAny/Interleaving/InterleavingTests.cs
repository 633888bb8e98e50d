using Tests.Interleaving;

namespace Tests.WhenAny.Interleaving;

/// <summary>
/// One call of WhenAny, and the threads that complete its tasks. The tests try every order of the steps that has at most a few preemptions (switches away from
/// a thread that could go on). Each thread then makes another call, which may reuse the first call's promise (the object that waits for the tasks).
/// </summary>
[Thorough]
[Alone]
public class InterleavingTests
{
    private static readonly Entrances s_runtime = SteppedRuntime.Entrances;

    private static readonly Task s_never = new TaskCompletionSource().Task;

    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void Completes_a_task_once_and_reuses_nothing_that_may_be_called()
    {
        var orders = OneCall(s_runtime);
        TestContext.Out.WriteLine($"{orders} orders");
        Assert.That(orders, Is.GreaterThan(500));
    }

    [TestCase("who wins leaves the losers registered", "(observed & Holders.Starting) != 0 ? own : RemoveLosers(own)", "own")]
    [TestCase("who registers leaves the losers registered that have lost meanwhile", "var held = RemoveLosers(Holders.Starting);", "var held = Holders.Starting;")]
    public void A_fault_is_found(string fault, string text, string replacement)
    {
        var runtime = SteppedRuntime.Faulty(text, replacement);
        Assert.That(() => OneCall(runtime), Throws.Exception, fault);
    }

    [TestCase(2)]
    public void Completes_an_awaited_call_once_and_reuses_nothing_that_may_be_called(int preemptions)
    {
        var orders = Schedule.Explore(preemptions, () =>
        {
            var (first, second) = (new TaskCompletionSource(), new TaskCompletionSource());
            var (followUp1, followUp2, followUp3) = (new FollowUp(s_runtime), new FollowUp(s_runtime), new FollowUp(s_runtime));
            Task? winner = null;
            return (
                [
                    () =>
                    {
                        var awaiter = s_runtime.AwaitedThree(first.Task, second.Task, s_never).ConfigureAwait(false).GetAwaiter();
                        awaiter.UnsafeOnCompleted(() =>
                        {
                            winner = awaiter.GetResult();
                            followUp3.StartAwaited();
                        });
                    },
                    () => { first.SetResult(); followUp1.StartAwaited(); },
                    () => { second.SetResult(); followUp2.StartAwaited(); },
                ],
                () =>
                {
                    Assert.That(followUp3.Started.Wait(TimeSpan.FromMinutes(2)), Is.True); // if the result was already complete, its continuation is queued
                    Assert.That(winner, Is.SameAs(first.Task).Or.SameAs(second.Task));
                    followUp1.Check();
                    followUp2.Check();
                    followUp3.Check();
                    Assert.That(Continuations.CountOf(s_never), Is.Zero);
                });
        });
        TestContext.Out.WriteLine($"{orders} orders");
        Assert.That(orders, Is.GreaterThan(500));
    }

    private static int OneCall(Entrances runtime) => Schedule.Explore(preemptions: 2, () =>
    {
        var (first, second) = (new TaskCompletionSource(), new TaskCompletionSource());
        var never = new TaskCompletionSource().Task;
        Task<Task>? result = null;
        var (followUp1, followUp2) = (new FollowUp(runtime), new FollowUp(runtime));
        return (
            [
                () => result = runtime.Three(first.Task, second.Task, never),
                () => { first.SetResult(); followUp1.Start(); },
                () => { second.SetResult(); followUp2.Start(); },
            ],
            () =>
            {
                Required.That(result!.Status == TaskStatus.RanToCompletion, "the call completes");
                Required.That(result.Result == first.Task || result.Result == second.Task, "the result is a task that has completed");
                followUp1.Check();
                followUp2.Check();
                Required.That(Continuations.CountOf(never) == 0, "nothing is left at a task that never completes");
            });
    });

    /// <summary>A call with its own tasks, which stay pending until the call is checked.</summary>
    private sealed class FollowUp(Entrances runtime)
    {
        private readonly TaskCompletionSource _first = new();
        private readonly TaskCompletionSource _second = new();
        private readonly Task _never = new TaskCompletionSource().Task;
        private Task<Task>? _result;

        /// <summary>The test waits for this event without spinning, because spinning would take many times as long on a busy processor.</summary>
        public ManualResetEventSlim Started { get; } = new(initialState: false, spinCount: 0);

        public void Start()
        {
            _result = runtime.Three(_first.Task, _second.Task, _never);
            Started.Set();
        }

        public void StartAwaited()
        {
            _result = runtime.AwaitedThree(_first.Task, _second.Task, _never).AsTask();
            Started.Set();
        }

        public void Check()
        {
            Required.That(!_result!.IsCompleted, "a later call waits for its own tasks");
            _second.SetResult();
            Required.That(_result.IsCompleted, "a later call completes");
            Required.That(_result.Result == _second.Task, "a later call has its own result");
        }
    }
}
