namespace AssemblyToProcess.Valid;

/// <summary>Awaits in the arguments of Task.WhenAny. During such an await, the machine must keep the other arguments.</summary>
public static class WhenAnyHoisted
{
    private static readonly Task s_never = new TaskCompletionSource<bool>().Task;
    private static readonly Task<int> s_one = Task.FromResult(1);

    public static async Task In_arguments(Trace trace)
    {
        var turnstile = new Turnstile();
        var running = Run(turnstile, trace);
        while (turnstile.Waiting > 0)
        {
            turnstile.Pass();
        }

        await running;
    }

    private static async Task Run(Turnstile turnstile, Trace trace)
    {
        var first = Task.WhenAny(s_never, await Passed(turnstile, s_never), s_one);
        trace.Add("in the middle", Winner.Of(first, s_never, s_one));
        var second = Task.WhenAny(await Passed(turnstile, s_never), s_never, s_never, await Passed(turnstile, s_one));
        trace.Add("first and last", Winner.Of(second, s_never, s_one));
        var array = new[] { s_never, await Passed(turnstile, s_one), s_never };
        trace.Add("before");
        await turnstile;
        trace.Add("kept over an await", Winner.Of(Task.WhenAny(array), array));
        trace.Add("awaited", Winner.Of(await Task.WhenAny(s_never, await Passed(turnstile, s_never), await Passed(turnstile, s_one)), s_never, s_one));
        trace.Add("awaited two", Winner.Of(await Task.WhenAny(s_never, await Passed(turnstile, s_one)).ConfigureAwait(false), s_never, s_one));
        trace.Add("in its configuration", Winner.Of(await Task.WhenAny(s_never, s_one, s_never).ConfigureAwait(await Passed(turnstile, s_one) == s_one), s_one));
        trace.Add("chosen", Winner.Of(await Task.WhenAny(s_never, trace.Lines.Count > 2 ? await Passed(turnstile, s_one) : s_never, s_never), s_never, s_one));
        trace.Add("nested", Winner.Of(await Task.WhenAny(s_never, Task.WhenAny(await Passed(turnstile, s_never), s_never, s_one), s_never), s_never));
        trace.Add("nested awaits", Winner.Of(await Task.WhenAny(s_never, await Task.WhenAny(s_one, s_never), await Task.WhenAny(s_never, s_never, s_one)), s_never, s_one));
    }

    private static async ValueTask<Task> Passed(Turnstile turnstile, Task task)
    {
        await turnstile;
        return task;
    }
}
