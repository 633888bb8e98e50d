using System.Runtime.CompilerServices;
using PooledAwait.Runtime;

namespace Tests.WhenAny;

/// <summary>
/// Checks that a call leaves nothing behind. A task that is still in use must not keep the call's other tasks alive. The promise (the object that waited for
/// the tasks) must not do so either, when it is back in its pool.
/// </summary>
[Alone]
public class RetentionTests
{
    private const int Calls = 1_000_000;

    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void Retains_nothing_of_calls_against_a_task_that_never_completes([Values] bool awaited)
    {
        var never = new TaskCompletionSource().Task;
        Call(never, awaited, calls: 100);
        var before = GC.GetTotalMemory(forceFullCollection: true);
        Call(never, awaited, Calls);
        Assert.Multiple(() =>
        {
            Assert.That(GC.GetTotalMemory(forceFullCollection: true) - before, Is.LessThan(200_000));
            Assert.That(Continuations.CountOf(never), Is.Zero);
            Assert.That(Continuations.PlacesOf(never), Is.LessThanOrEqualTo(4));
        });
        GC.KeepAlive(never);
    }

    [Test]
    public void Holds_no_task_once_the_result_is_taken([Values] bool awaited)
    {
        // After the call, only the loser is still in use, and the promise is in its pool.
        var never = new TaskCompletionSource<int>().Task;
        var (winner, result) = CallOnce(never, awaited);
        GC.Collect();
        Assert.That((winner.IsAlive, result?.IsAlive ?? false), Is.EqualTo((false, false)));
        GC.KeepAlive(never);
    }

    [Test]
    public void Holds_no_loser_once_the_result_is_there([Values] bool awaited)
    {
        // After the call, only the winner is still in use.
        var winner = new TaskCompletionSource<int>();
        var loser = CallWithFreshLoser(winner, awaited);
        GC.Collect();
        Assert.That(loser.IsAlive, Is.False);
        GC.KeepAlive(winner);
    }

    private static void Call(Task never, bool awaited, int calls)
    {
        for (var i = 0; i < calls; i++)
        {
            var one = new TaskCompletionSource();
            var other = new TaskCompletionSource();
            if (awaited)
            {
                var result = AwaitedWhenAny.WhenAny(one.Task, other.Task, never);
                one.SetResult();
                result.GetAwaiter().GetResult();
            }
            else
            {
                SpecializedWhenAny.WhenAny(one.Task, other.Task, never);
                one.SetResult();
            }
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static (WeakReference Winner, WeakReference? Result) CallOnce(Task<int> never, bool awaited)
    {
        var winner = new TaskCompletionSource<int>();
        WeakReference? reference = null;
        if (awaited)
        {
            var result = AwaitedWhenAny.WhenAny(winner.Task, never, never);
            winner.SetResult(1);
            result.GetAwaiter().GetResult();
        }
        else
        {
            var result = SpecializedWhenAny.WhenAny(winner.Task, never, never);
            winner.SetResult(1);
            reference = new WeakReference(result);
        }

        return (new WeakReference(winner.Task), reference);
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static WeakReference CallWithFreshLoser(TaskCompletionSource<int> winner, bool awaited)
    {
        var loser = new TaskCompletionSource<int>();
        if (awaited)
        {
            _ = AwaitedWhenAny.WhenAny(winner.Task, loser.Task).AsTask();
        }
        else
        {
            SpecializedWhenAny.WhenAny(winner.Task, loser.Task, loser.Task);
        }

        winner.SetResult(1);
        return new WeakReference(loser.Task);
    }
}
