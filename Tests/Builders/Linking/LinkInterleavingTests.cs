using Tests.Interleaving;

namespace Tests.Builders.Linking;

/// <summary>
/// Tries every order of the steps of two threads, up to a number of preemptions. One thread calls a method, and links the boxes: the caller's box becomes the
/// continuation of the called box. The other thread completes the call, resumes the caller, and makes its own call with the boxes that have returned.
/// </summary>
[Thorough]
[Alone]
public class LinkInterleavingTests
{
    [SetUp]
    public void LeaveTheContextOfNUnit() => SynchronizationContext.SetSynchronizationContext(null);

    [Test]
    public void A_caller_goes_on_once_with_its_own_result([Values] bool byTwin) =>
        Orders.Tell(CallerAndEnd(byTwin ? LinkedCalls.ByTwin : LinkedCalls.ByValueTask, TimeSpan.FromMinutes(2)), moreThan: 300);

    [TestCase("a caller links over the end of the call", "TicketedCompletion.Registration.cs",
        "if (Interlocked.CompareExchange(ref _ticket, pending | Registering, pending) != pending)", "if (Volatile.Read(ref _ticket) != pending)")]
    [TestCase("an end does not see that a caller has linked meanwhile", "TicketedCompletion.cs", "if (observed == ticket)", "if (observed >> VersionShift == ticket >> VersionShift)")]
    public void A_fault_is_found(string fault, string file, string text, string replacement)
    {
        var call = LinkedCalls.FaultyByTwin(file, text, replacement);
        Assert.That(() => CallerAndEnd(call, patience: TimeSpan.FromSeconds(1)), Throws.Exception, fault);
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
        Orders.Tell(orders, moreThan: 50);
    }

    private static int CallerAndEnd(Func<Task<int>, ValueTask<int>> call, TimeSpan patience) => Schedule.Explore(preemptions: 3, () =>
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
                Required.That(caller!.Wait(patience), "the caller goes on"); // the caller is queued if its call completed before the boxes were linked
                Required.That(caller.Result == 111, "the caller has its own result");
                Required.That(!other!.IsCompleted, "the other call has not completed yet");
                otherEnd.SetResult(200);
                Required.That(other.Wait(patience), "the other call's caller goes on");
                Required.That(other.Result == 211, "the other call's caller has its own result");
            });
    });
}
