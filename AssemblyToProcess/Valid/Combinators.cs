namespace AssemblyToProcess.Valid;

/// <summary>Woven methods as parts of Task.WhenAll and Task.WhenAny.</summary>
public static class Combinators
{
    public static async Task Of_tasks(Trace trace)
    {
        var turnstile = new Turnstile();
        var all = Task.WhenAll(Value(turnstile, 1).AsTask(), Value(turnstile, 2).AsTask(), Value(turnstile, 3).AsTask());
        trace.Add("waiting", (turnstile.Waiting, all.IsCompleted));
        turnstile.PassAll();
        trace.Add("all", string.Join(",", await all));

        var never = Value(turnstile, 4).AsTask();
        var first = Value(turnstile, 5).AsTask();
        var fast = Value(null, 6).AsTask();
        var any = Task.WhenAny(never, first, fast);
        trace.Add("any of three", await await any);
        any = Task.WhenAny(never, first);
        turnstile.Pass();
        trace.Add("any of two", await any == never);
        turnstile.Pass();
        trace.Add("the other", await first);
    }

    public static async Task In_any_order(Trace trace)
    {
        var turnstiles = new[] { new Turnstile(), new Turnstile(), new Turnstile() };
        var tasks = new Task<int>[turnstiles.Length];
        for (var i = 0; i < tasks.Length; i++)
        {
            tasks[i] = Value(turnstiles[i], i).AsTask();
        }

        foreach (var i in new[] { 2, 0, 1 })
        {
            turnstiles[i].Pass();
            trace.Add("done", string.Join(",", Array.ConvertAll(tasks, t => t.IsCompleted)));
        }

        trace.Add("sum", (await Task.WhenAll(tasks)).Length);
    }

    private static async ValueTask<int> Value(Turnstile? turnstile, int value)
    {
        if (turnstile != null)
        {
            await turnstile;
        }

        return value;
    }
}
