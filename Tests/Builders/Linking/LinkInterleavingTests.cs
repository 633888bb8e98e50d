using NUnit.Framework;
using Tests.Interleaving;

namespace Tests.Builders.Linking;

/// <summary>
/// Every order of the steps of a thread that calls and links, and of one that completes the call, goes on with the caller, and makes a call of its own with the boxes that it has got back: up to so many
/// preemptions.
/// </summary>
[Alone]
public class LinkInterleavingTests
{
    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void A_caller_goes_on_once_with_its_own_result([Values] bool byTwin)
    {
        var call = byTwin ? LinkedCalls.ByTwin : LinkedCalls.ByValueTask;
        var orders = Schedule.Explore(preemptions: 3, () =>
        {
            var (end, otherEnd) = (new TaskCompletionSource<int>(), new TaskCompletionSource<int>());
            Task<int>? caller = null;
            Task<int>? other = null;
            return (
                [
                    () => caller = call(end.Task).AsTask(),
                    () =>
                    {
                        end.SetResult(100);
                        other = call(otherEnd.Task).AsTask();
                    },
                ],
                () =>
                {
                    Assert.That(caller!.Wait(TimeSpan.FromMinutes(2)), Is.True); // whose call completed before it was linked is queued
                    Assert.That(caller.Result, Is.EqualTo(111));
                    Assert.That(other!.IsCompleted, Is.False);
                    otherEnd.SetResult(200);
                    Assert.That(other.Wait(TimeSpan.FromMinutes(2)), Is.True);
                    Assert.That(other.Result, Is.EqualTo(211));
                });
        });
        TestContext.Out.WriteLine($"{orders} orders");
        Assert.That(orders, Is.GreaterThan(300));
    }

    [Test]
    public void A_failed_call_goes_to_its_caller([Values] bool byTwin)
    {
        var call = byTwin ? LinkedCalls.ByTwin : LinkedCalls.ByValueTask;
        var orders = Schedule.Explore(preemptions: 3, () =>
        {
            var end = new TaskCompletionSource<int>();
            Task<int>? caller = null;
            return (
                [() => caller = call(end.Task).AsTask(), () => end.SetException(new FormatException())],
                () =>
                {
                    Assert.That(() => caller!.Wait(TimeSpan.FromMinutes(2)), Throws.InnerException.TypeOf<FormatException>());
                    var next = call(Task.FromResult(1)).AsTask();
                    Assert.That(next.Result, Is.EqualTo(12));
                });
        });
        TestContext.Out.WriteLine($"{orders} orders");
        Assert.That(orders, Is.GreaterThan(50));
    }
}
