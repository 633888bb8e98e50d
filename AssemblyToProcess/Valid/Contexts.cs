namespace AssemblyToProcess.Valid;

/// <summary>After a call, the caller's SynchronizationContext is current again. Continuations are posted to the context that the await captured.</summary>
public static class Contexts
{
    public static void Are_given_back_to_the_caller(Trace trace)
    {
        var outer = new ManualContext("outer");
        outer.Under(() =>
        {
            SetInside(trace).AsTask().Wait();
            trace.Place("after the call");
        });
    }

    public static void Are_posted_to(Trace trace)
    {
        var context = new ManualContext("C");
        var source = new TaskCompletionSource<int>();
        Task<int> pending = null!;
        context.Under(() => pending = Captured(trace, source.Task).AsTask());
        source.SetResult(1);
        trace.Add("complete before it is run", pending.IsCompleted);
        trace.Add("ran", context.Run());
        trace.Add("result", pending.Result);
    }

    public static void Are_not_posted_to_without_capture(Trace trace)
    {
        var context = new ManualContext("C");
        var source = new TaskCompletionSource<int>();
        Task<int> pending = null!;
        context.Under(() => pending = NotCaptured(trace, source.Task).AsTask());
        source.SetResult(1);
        trace.Add("posted", context.Posted);
        trace.Add("result", pending.Result);
    }

    public static void Set_inside_do_not_leak_out(Trace trace)
    {
        var turnstile = new Turnstile();
        var pending = SetAfter(trace, turnstile).AsTask();
        turnstile.Pass();
        trace.Place("outside");
        pending.Wait();
    }

    private static async ValueTask SetInside(Trace trace)
    {
        SynchronizationContext.SetSynchronizationContext(new ManualContext("inner"));
        trace.Place("inside");
        await Task.CompletedTask;
    }

    private static async ValueTask<int> Captured(Trace trace, Task<int> task)
    {
        trace.Place("before");
        var result = await task;
        trace.Place("after");
        return result;
    }

    private static async ValueTask<int> NotCaptured(Trace trace, Task<int> task)
    {
        trace.Place("before");
        var result = await task.ConfigureAwait(false);
        trace.Place("after");
        return result;
    }

    private static async ValueTask SetAfter(Trace trace, Turnstile turnstile)
    {
        await turnstile;
        SynchronizationContext.SetSynchronizationContext(new ManualContext("set after an await"));
        trace.Place("inside");
    }
}
