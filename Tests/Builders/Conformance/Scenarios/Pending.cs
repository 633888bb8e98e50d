using AssemblyToProcess.Support;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Tests calls that are not yet complete.</summary>
public static class Pending
{
    [Scenario(Kinds.Awaitable)]
    public static void A_pending_task_is_as_any_promise(Trace trace, Kinds kind)
    {
        var signal = new Signal();
        var call = new Call(kind, new Script().Await(signal));
        var task = call.AsTask();
        trace.Expect("status", TaskStatus.WaitingForActivation, task.Status);
        trace.Expect("state", null, task.AsyncState);
        trace.Expect("options", TaskCreationOptions.None, task.CreationOptions);
        trace.Expect("exception", null, task.Exception);
        trace.Expect("completed", false, task.IsCompleted || task.IsFaulted || task.IsCanceled || task.IsCompletedSuccessfully);
        trace.Expect("waiting in vain", false, task.Wait(TimeSpan.Zero));
        trace.Throws<InvalidOperationException>("Start", task.Start);
        trace.Throws<InvalidOperationException>("RunSynchronously", task.RunSynchronously);
        trace.Throws<InvalidOperationException>("Dispose", task.Dispose);
        signal.Complete();
        trace.Expect("completed in place", TaskStatus.RanToCompletion, task.Status);
        trace.Add("options", task.CreationOptions);
        trace.Throws<InvalidOperationException>("Start", task.Start);
        task.Dispose();
        trace.Add("result", (task as Task<int>)?.Result);
    }

    [Scenario(Kinds.Tasks)]
    public static void Every_use_of_a_task_sees_the_same_completion(Trace trace, Kinds kind)
    {
        var signal = new Signal();
        var call = new Call(kind, new Script().Await(signal).Await(signal));
        trace.Expect("the same object", true, ReferenceEquals(call.AsTask(), call.AsTask()));
        using var all = new CountdownEvent(3);
        _ = call.AwaitInDefault(true, () => all.Signal());
        call.AwaitInSame(true, () => all.Signal());
        _ = call.AsTask().ContinueWith(_ => all.Signal(), TaskContinuationOptions.ExecuteSynchronously);
        signal.Complete();
        trace.Expect("waiting after one await of two", 3, all.CurrentCount);
        signal.Complete();
        trace.Await("all went on", all.WaitHandle);
    }
}
