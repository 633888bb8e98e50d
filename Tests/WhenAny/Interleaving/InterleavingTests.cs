using NUnit.Framework;
using Tests.Interleaving;

namespace Tests.WhenAny.Interleaving;

/// <summary>
/// Every order of the steps of one call and of the threads that complete its tasks, each of which at once makes a call of its own,
/// with the promise that its pool may have got back.
/// </summary>
[Alone]
public class InterleavingTests
{
    private static readonly Entrances s_runtime = SteppedRuntime.Entrances;

    private static readonly Task s_never = new TaskCompletionSource().Task;

    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [TestCase(2)]
    public void Completes_a_task_once_and_reuses_nothing_that_may_be_called(int preemptions)
    {
        var orders = Schedule.Explore(preemptions, () =>
        {
            var (first, second) = (new TaskCompletionSource(), new TaskCompletionSource());
            Task<Task>? result = null;
            var (followUp1, followUp2) = (new FollowUp(), new FollowUp());
            return (
                [
                    () => result = s_runtime.Three(first.Task, second.Task, s_never),
                    () => { first.SetResult(); followUp1.Start(); },
                    () => { second.SetResult(); followUp2.Start(); },
                ],
                () =>
                {
                    Assert.That(result!.Status, Is.EqualTo(TaskStatus.RanToCompletion));
                    Assert.That(result.Result, Is.SameAs(first.Task).Or.SameAs(second.Task));
                    followUp1.Check();
                    followUp2.Check();
                    Assert.That(Continuations.CountOf(s_never), Is.Zero);
                });
        });
        TestContext.Out.WriteLine($"{orders} orders");
        Assert.That(orders, Is.GreaterThan(500));
    }

    [TestCase(2)]
    public void Completes_an_awaited_call_once_and_reuses_nothing_that_may_be_called(int preemptions)
    {
        var orders = Schedule.Explore(preemptions, () =>
        {
            var (first, second) = (new TaskCompletionSource(), new TaskCompletionSource());
            var (followUp1, followUp2, followUp3) = (new FollowUp(), new FollowUp(), new FollowUp());
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
                    Assert.That(followUp3.Started.Wait(TimeSpan.FromMinutes(2)), Is.True); // what had completed is queued
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

    /// <summary>A call with tasks of its own, which nobody completes before it is checked.</summary>
    private sealed class FollowUp
    {
        private readonly TaskCompletionSource _first = new();
        private readonly TaskCompletionSource _second = new();
        private Task<Task>? _result;

        /// <summary>Waited for without spinning, which takes many times as long where the processor is busy.</summary>
        public ManualResetEventSlim Started { get; } = new(initialState: false, spinCount: 0);

        public void Start()
        {
            _result = s_runtime.Three(_first.Task, _second.Task, s_never);
            Started.Set();
        }

        public void StartAwaited()
        {
            _result = s_runtime.AwaitedThree(_first.Task, _second.Task, s_never).AsTask();
            Started.Set();
        }

        public void Check()
        {
            Assert.That(_result!.IsCompleted, Is.False);
            _second.SetResult();
            Assert.That(_result.IsCompleted, Is.True);
            Assert.That(_result.Result, Is.SameAs(_second.Task));
        }
    }
}
