namespace AssemblyToProcess.Valid;

/// <summary>The status of a ValueTask is read at the call. Then the ValueTask is passed to another method, which consumes it once.</summary>
public static class ValueTaskArguments
{
    public static async Task To_an_async_method(Trace trace)
    {
        var turnstile = new Turnstile();
        var first = Doubled(turnstile, 1).AsTask();
        var second = Doubled(turnstile, 2).AsTask();
        turnstile.PassAll();
        trace.Add("pending", (await first, await second));
        trace.Add("complete", await Doubled(null, 3));
        trace.Add("failed", await Outcome(null, new InvalidOperationException("failed")));
        var failing = Outcome(turnstile, new InvalidOperationException("failed later"));
        turnstile.Pass();
        trace.Add("failed later", await failing);
        var cancelled = Outcome(turnstile, new OperationCanceledException("cancelled"));
        turnstile.Pass();
        trace.Add("cancelled", await cancelled);
    }

    public static void To_an_ordinary_method(Trace trace)
    {
        trace.Add("taken", Taken(Taking(4)));
        trace.Add("failed", Caught(Failing(null, new InvalidOperationException("taken"))));
    }

    public static async Task To_what_may_return_them(Trace trace)
    {
        foreach (var failing in new[] { false, true })
        {
            foreach (var turnstile in new[] { null, new Turnstile() })
            {
                var outcome = Checked(turnstile, failing);
                turnstile?.PassAll();
                trace.Add("checked", await outcome);
            }
        }
    }

    private static async Task<string> Checked(Turnstile? turnstile, bool failing)
    {
        try
        {
            return $"{await Check(Checking(turnstile, failing))}";
        }
        catch (InvalidOperationException e)
        {
            return e.Message;
        }
    }

    private static ValueTask<int> Check(ValueTask<int> pending) => pending.IsCompletedSuccessfully ? new ValueTask<int>(-pending.Result) : pending;

    // This is the usual way to avoid an async method if nothing must be awaited.
    private static ValueTask<int> Doubled(Turnstile? turnstile, int value)
    {
        var pending = Value(turnstile, value);
        return pending.IsCompletedSuccessfully ? new ValueTask<int>(pending.Result * 2) : Awaited(pending);

        static async ValueTask<int> Awaited(ValueTask<int> pending) => await pending.ConfigureAwait(false) * 2;
    }

    private static async Task<string> Outcome(Turnstile? turnstile, Exception exception) => await Caught(Failing(turnstile, exception), new Guarded());

    private static async ValueTask<string> Caught(ValueTask pending, Guarded guarded)
    {
        try
        {
            await Task.CompletedTask;
            await pending;
            return "nothing";
        }
        catch (Exception e) when (guarded.Sees(e))
        {
            return $"{e.GetType().Name}: {e.Message}";
        }
        finally
        {
            guarded.Leave();
        }
    }

    private static int Taken(ValueTask<int> pending) => pending.IsCompleted ? pending.Result : pending.AsTask().Result;

    private static string Caught(ValueTask pending)
    {
        try
        {
            pending.GetAwaiter().GetResult();
            return "nothing";
        }
        catch (Exception e)
        {
            return e.Message;
        }
    }

    private static async ValueTask<int> Value(Turnstile? turnstile, int value)
    {
        if (turnstile != null)
        {
            await turnstile;
        }

        return value;
    }

    private static async ValueTask<int> Checking(Turnstile? turnstile, bool failing)
    {
        if (turnstile != null)
        {
            await turnstile;
        }

        return failing ? throw new InvalidOperationException("checked") : 5;
    }

    private static async ValueTask<int> Taking(int value)
    {
        await Task.Yield();
        return value;
    }

    private static async ValueTask Failing(Turnstile? turnstile, Exception exception)
    {
        if (turnstile != null)
        {
            await turnstile;
        }

        throw exception;
    }

    private sealed class Guarded
    {
        private bool _left;

        public bool Sees(Exception exception) => !_left && exception.Message.Length > 0;

        public void Leave() => _left = true;
    }
}
