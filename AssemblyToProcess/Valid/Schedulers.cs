namespace AssemblyToProcess.Valid;

/// <summary>An await under a TaskScheduler resumes under the same scheduler, unless the await does not capture the scheduler.</summary>
public static class Schedulers
{
    public static void Are_resumed_under(Trace trace)
    {
        var scheduler = new ManualScheduler("S");
        var source = new TaskCompletionSource<int>();
        Task<int> pending = null!;
        scheduler.Under(() => pending = Await(trace, source.Task, capture: true).AsTask());
        source.SetResult(1);
        trace.Add("complete before it is run", pending.IsCompleted);
        trace.Add("ran", scheduler.Run());
        trace.Add("result", pending.Result);
    }

    public static void Are_left_without_capture(Trace trace)
    {
        var scheduler = new ManualScheduler("S");
        var source = new TaskCompletionSource<int>();
        Task<int> pending = null!;
        scheduler.Under(() => pending = Await(trace, source.Task, capture: false).AsTask());
        source.SetResult(2);
        trace.Add("queued", scheduler.Queued);
        trace.Add("result", pending.Result);
    }

    private static async ValueTask<int> Await(Trace trace, Task<int> task, bool capture)
    {
        trace.Place("before");
        var result = await task.ConfigureAwait(capture);
        trace.Place("after");
        return result;
    }
}
