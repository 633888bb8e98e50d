namespace AssemblyToProcess.Valid;

/// <summary>Awaits of tasks that are complete, pending, faulted and cancelled.</summary>
public static class AwaitedTasks
{
    public static async Task In_every_state(Trace trace)
    {
        trace.Add("complete", await Sum(Task.FromResult(1), Task.FromResult(2)));

        var left = new TaskCompletionSource<int>();
        var right = new TaskCompletionSource<int>();
        var pending = Sum(left.Task, right.Task);
        right.SetResult(4);
        left.SetResult(3);
        trace.Add("pending", await pending);

        var queued = new TaskCompletionSource<int>(TaskCreationOptions.RunContinuationsAsynchronously);
        var waiting = Sum(queued.Task, queued.Task);
        queued.SetResult(5);
        trace.Add("run asynchronously", await waiting);

        await Outcome(trace, "faulted", Task.FromException<int>(new InvalidOperationException("left")));
        await Outcome(trace, "cancelled", Task.FromCanceled<int>(new CancellationToken(true)));
        await Outcome(trace, "several", Task.WhenAll(Failed("a"), Failed("b")));
    }

    private static async ValueTask<int> Sum(Task<int> left, Task<int> right) => await left + await right.ConfigureAwait(false);

    private static async ValueTask Outcome(Trace trace, string label, Task<int> task)
    {
        try
        {
            await task;
        }
        catch (Exception e)
        {
            trace.Add(label, e);
        }
    }

    private static async ValueTask Outcome(Trace trace, string label, Task<int[]> task)
    {
        try
        {
            await task;
        }
        catch (Exception e)
        {
            trace.Add(label, e);
            trace.Add("all of them", task.Exception!.InnerExceptions.Count);
        }
    }

    private static async Task<int> Failed(string message)
    {
        await Task.Yield();
        throw new InvalidOperationException(message);
    }
}
