namespace AssemblyToProcess.Valid;

/// <summary>Methods of all return types calling each other.</summary>
public static class MixedKinds
{
    public static async Task Call_each_other(Trace trace)
    {
        var turnstile = new Turnstile();
        var pending = First(trace, turnstile, 3);
        while (turnstile.Waiting > 0)
        {
            turnstile.Pass();
        }

        trace.Add("result", await pending);
    }

    private static async ValueTask<string> First(Trace trace, Turnstile turnstile, int depth)
    {
        await turnstile;
        return "v" + (depth == 0 ? "" : await Second(trace, turnstile, depth - 1));
    }

    private static async Task<string> Second(Trace trace, Turnstile turnstile, int depth)
    {
        await Third(trace, turnstile);
        return "t" + await First(trace, turnstile, depth);
    }

    private static async ValueTask Third(Trace trace, Turnstile turnstile)
    {
        var done = new TaskCompletionSource<bool>();
        Fourth(trace, turnstile, done);
        await done.Task;
        await Fifth(trace, turnstile);
    }

    private static async void Fourth(Trace trace, Turnstile turnstile, TaskCompletionSource<bool> done)
    {
        await turnstile;
        trace.Add("void");
        done.SetResult(true);
    }

    private static async Task Fifth(Trace trace, Turnstile turnstile)
    {
        await turnstile;
        trace.Add("task");
    }
}
