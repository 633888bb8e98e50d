namespace AssemblyToProcess.Valid;

/// <summary>Calls many levels deep, and many awaits in a row.</summary>
public static class Chains
{
    public static async Task Many_levels_deep(Trace trace)
    {
        var turnstile = new Turnstile();
        var pending = Down(turnstile, 200);
        turnstile.Pass();
        trace.Add("suspended at the bottom", await pending);
        trace.Add("never suspended", await Down(null, 200));
    }

    public static async Task Many_awaits_long(Trace trace)
    {
        var sum = 0L;
        for (var i = 0; i < 2000; i++)
        {
            sum += await Step(i);
        }

        trace.Add("sum", sum);
    }

    public static async Task Completed_from_within_each_other(Trace trace)
    {
        // If each completion ran the next method's continuation inline, the recursion would be deeper than the stack allows.
        var sources = new TaskCompletionSource<int>[20_000];
        for (var i = 0; i < sources.Length; i++)
        {
            sources[i] = new TaskCompletionSource<int>();
        }

        var last = Task.CompletedTask;
        for (var i = 0; i + 1 < sources.Length; i++)
        {
            last = Forward(sources[i].Task, sources[i + 1]).AsTask();
        }

        sources[0].SetResult(0);
        await last;
        trace.Add("last", sources[sources.Length - 1].Task.Result);
    }

    private static async ValueTask<int> Down(Turnstile? turnstile, int levels)
    {
        if (levels > 0)
        {
            return await Down(turnstile, levels - 1) + 1;
        }

        if (turnstile != null)
        {
            await turnstile;
        }

        return 0;
    }

    private static async ValueTask<long> Step(int i)
    {
        if (i % 3 == 0)
        {
            await Task.Yield();
        }

        return i;
    }

    private static async ValueTask Forward(Task<int> from, TaskCompletionSource<int> to) => to.SetResult(await from + 1);
}
