using PooledAwait.Runtime;

namespace Tests.TimedWaits;

/// <summary>After a wait, code must see its own AsyncLocals. A pooled wait must keep no AsyncLocal's value alive.</summary>
[Alone]
public class FlowTests
{
    private static readonly AsyncLocal<object?> s_local = new();

    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void Each_caller_sees_its_own_values([ValueSource(typeof(Face), nameof(Face.All))] Face face)
    {
        for (var i = 0; i < 20; i++)
        {
            s_local.Value = i;
            object? seen = null;
            var waiting = face.Describe(TimedRuntime.Ours, new TaskCompletionSource<int>().Task, 1, CancellationToken.None, capture: true, () => seen = s_local.Value);
            s_local.Value = null;
            Assert.That(waiting.Wait(TimeSpan.FromMinutes(2)), Is.True);
            Assert.That(seen, Is.EqualTo(i));
        }
    }

    [Test]
    public void A_wait_keeps_no_value_of_the_caller_that_made_it()
    {
        var reference = Run();
        GC.Collect();
        Assert.That(reference.IsAlive, Is.False);

        static WeakReference Run()
        {
            WeakReference? reference = null;
            var thread = new Thread(() =>
            {
                // Starts so many waits at once that the pool must create new objects for them.
                var value = new object();
                s_local.Value = value;
                Task.WaitAll([.. Enumerable.Range(0, 1_000).Select(_ => AwaitedDelay.Delay(1).AsTask())]);
                reference = new WeakReference(value);
            });
            thread.Start();
            thread.Join();
            return reference!;
        }
    }
}
