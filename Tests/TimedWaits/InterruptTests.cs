using Tests.Compilation;

namespace Tests.TimedWaits;

/// <summary>
/// A thread that completes a task or cancels a token also stops a timer. If the thread is interrupted meanwhile, it must still complete the call, because no
/// other thread would.
/// </summary>
[Alone]
public static class InterruptTests
{
    private const int Long = 60_000;

    /// <summary>A runtime in which stopping a timer always throws, as if the wait for the timer's lock were interrupted.</summary>
    private static readonly Lazy<TimedRuntime> s_interrupted = new(() => new TimedRuntime(
        new RuntimeVariant().ReplaceOnce("WaitTimer.cs", "_timer!.Change(TimedWaits.Infinite, TimedWaits.Infinite);", "throw new ThreadInterruptedException();").Load()));

    [Test]
    public static void Completing_a_task_completes_a_WhenAny_and_keeps_the_interrupt()
    {
        var work = new TaskCompletionSource();
        var call = s_interrupted.Value.AnyOfTwo(work.Task, s_interrupted.Value.StartDelay(Long, CancellationToken.None)).AsTask();
        Run(work.SetResult);
        Assert.That(call.IsCompleted, Is.True);
        Assert.That(call.Result, Is.SameAs(work.Task));
    }

    [Test]
    public static void Completing_a_task_completes_a_WaitAsync_and_keeps_the_interrupt()
    {
        var work = new TaskCompletionSource<int>();
        var call = s_interrupted.Value.WaitForInt(work.Task, TimeSpan.FromMilliseconds(Long), CancellationToken.None).AsTask();
        Run(() => work.SetResult(7));
        Assert.That(call.IsCompleted, Is.True);
        Assert.That(call.Result, Is.EqualTo(7));
    }

    [Test]
    public static void Cancelling_a_token_cancels_a_delay_and_keeps_the_interrupt()
    {
        using var source = new CancellationTokenSource();
        var call = s_interrupted.Value.Delay(Long, source.Token).AsTask();
        Run(source.Cancel);
        Assert.That(() => call.Wait(TimeSpan.FromMinutes(2)), Throws.InstanceOf<AggregateException>());
        Assert.That(call.IsCanceled, Is.True);
    }

    /// <summary>Runs an action on a new thread, and asserts that this thread's next wait is interrupted.</summary>
    private static void Run(Action action)
    {
        Exception? thrown = null;
        var isKept = false;
        var thread = new Thread(() =>
        {
            try
            {
                action();
                Thread.Sleep(1);
            }
            catch (ThreadInterruptedException)
            {
                isKept = true;
            }
            catch (Exception exception)
            {
                thrown = exception;
            }
        });
        thread.Start();
        thread.Join();
        Assert.That(thrown, Is.Null);
        Assert.That(isKept, Is.True);
    }
}
