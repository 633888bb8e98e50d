namespace AssemblyToProcess.Valid;

/// <summary>Task.Yield resumes on the pool, under the current context, or under the current scheduler.</summary>
public static class Yields
{
    public static async Task Resume_on_the_pool(Trace trace)
    {
        trace.Place("before");
        await Twice(trace);
        trace.Add("ended");
    }

    public static void Resume_under_the_context(Trace trace)
    {
        var context = new ManualContext("C");
        context.Under(() => Twice(trace).AsTask());
        trace.Add("ran", context.Run());
        trace.Place("outside");
    }

    public static void Resume_under_the_scheduler(Trace trace)
    {
        var scheduler = new ManualScheduler("S");
        scheduler.Under(() => Twice(trace).AsTask());
        trace.Add("queued", scheduler.Queued > 1);
        trace.Place("outside");
    }

    private static async ValueTask Twice(Trace trace)
    {
        await Task.Yield();
        trace.Place("once");
        await Task.Yield();
        trace.Place("twice");
    }
}
