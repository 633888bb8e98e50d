namespace AssemblyToProcess.Valid;

/// <summary>Many calls in flight, started and completed in mixed orders, so that calls reuse the boxes of other calls.</summary>
public static class Interleaving
{
    public static async Task Of_many_calls(Trace trace)
    {
        var turnstiles = new Turnstile[50];
        var tasks = new Task<string>[turnstiles.Length];
        for (var round = 0; round < 3; round++)
        {
            for (var i = 0; i < tasks.Length; i++)
            {
                turnstiles[i] = new Turnstile();
                tasks[i] = Call(turnstiles[i], round, i).AsTask();
            }

            for (var i = 0; i < tasks.Length; i++)
            {
                turnstiles[i * 7 % tasks.Length].Pass();
            }

            for (var i = 0; i < tasks.Length; i++)
            {
                turnstiles[i * 3 % tasks.Length].Pass();
            }

            trace.Add("round", string.Join(" ", await Task.WhenAll(tasks)));
        }
    }

    public static async Task Of_a_call_made_as_the_other_ends(Trace trace)
    {
        var turnstile = new Turnstile();
        var pending = Again(turnstile, 3);
        while (turnstile.Waiting > 0)
        {
            turnstile.Pass();
            trace.Add("waiting", turnstile.Waiting);
        }

        trace.Add("result", await pending);
    }

    public static void Of_calls_completed_on_other_threads(Trace trace)
    {
        for (var i = 0; i < 20; i++)
        {
            var turnstile = new Turnstile();
            var pending = Call(turnstile, 0, i).AsTask();
            OwnThread.Run("first", turnstile.Pass);
            OwnThread.Run("second", turnstile.Pass);
            trace.Add("result", pending.Result);
        }
    }

    private static async ValueTask<string> Call(Turnstile turnstile, int round, int number)
    {
        var text = $"{round}";
        await turnstile;
        text += ".";
        await turnstile;
        return text + number;
    }

    private static async ValueTask<int> Again(Turnstile turnstile, int times)
    {
        await Once(turnstile);
        return times == 0 ? 0 : await Again(turnstile, times - 1) + 1;
    }

    private static async ValueTask Once(Turnstile turnstile) => await turnstile;
}
