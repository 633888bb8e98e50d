namespace AssemblyToProcess.Valid;

/// <summary>Records where code continues after an awaited Task.WhenAny, and which AsyncLocal values it sees.</summary>
public static class WhenAnyContexts
{
    private static readonly AsyncLocal<string?> s_local = new();
    private static readonly Task s_never = new TaskCompletionSource<bool>().Task;

    public static void Under_a_context(Trace trace)
    {
        foreach (var capture in new[] { true, false })
        {
            var context = new ManualContext("a");
            var source = new TaskCompletionSource<int>();
            Task? running = null;
            context.Under(() => running = capture ? Captured(source.Task, trace) : Configured(source.Task, trace));
            OwnThread.Run("own thread", () => source.SetResult(1));
            trace.Add("posted", context.Posted);
            context.Run();
            running!.Wait();
        }
    }

    public static void Under_a_scheduler(Trace trace)
    {
        foreach (var capture in new[] { true, false })
        {
            var scheduler = new ManualScheduler("s");
            var source = new TaskCompletionSource<int>();
            Task? running = null;
            scheduler.Under(() => running = capture ? Captured(source.Task, trace) : Configured(source.Task, trace));
            OwnThread.Run("own thread", () => source.SetResult(1));
            trace.Add("queued", scheduler.Queued);
            scheduler.Run();
            running!.Wait();
        }
    }

    public static void With_values_of_its_own(Trace trace)
    {
        s_local.Value = "caller";
        var source = new TaskCompletionSource<int>();
        var running = Flowing(source.Task, trace);
        trace.Add("caller", s_local.Value);
        OwnThread.Run("own thread", () =>
        {
            s_local.Value = "completer";
            source.SetResult(1);
            trace.Add("completer", s_local.Value);
        });
        running.Wait();
        s_local.Value = null;
    }

    private static async Task Captured(Task task, Trace trace)
    {
        await Task.WhenAny(task, s_never);
        trace.Place("two");
        await Task.WhenAny(s_never, task, s_never);
        trace.Place("three");
    }

    private static async Task Configured(Task task, Trace trace)
    {
        await Task.WhenAny(s_never, s_never, task).ConfigureAwait(false);
        trace.Place("three");
        await Task.WhenAny(task, s_never).ConfigureAwait(false);
        trace.Place("two");
    }

    private static async Task Flowing(Task task, Trace trace)
    {
        s_local.Value = "method";
        await Task.WhenAny(s_never, s_never, task, s_never);
        trace.Add("method", s_local.Value);
        await Task.WhenAny(s_never, task).ConfigureAwait(false);
        trace.Add("method", s_local.Value);
    }
}
