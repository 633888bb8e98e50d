namespace AssemblyToProcess.Valid;

/// <summary>Every way to consume a ValueTask once.</summary>
public static class Consumption
{
    public static void Blocks(Trace trace)
    {
        var turnstile = new Turnstile();
        var entered = new ManualResetEventSlim();
        var completer = new Thread(() =>
        {
            entered.Wait();
            turnstile.Pass();
        });
        completer.Start();
        var pending = Value(turnstile, 1);
        entered.Set();
        trace.Add("GetResult", pending.GetAwaiter().GetResult());
        completer.Join();
        trace.Add("Result, complete", Value(null, 2).Result);
        trace.Add("Result, as a task", Value(null, 3).AsTask().Result);
        Nothing(null).GetAwaiter().GetResult();
        trace.Add("Result, failed", Failure(() => _ = Fail(null).Result));
    }

    public static async Task As_a_task(Trace trace)
    {
        var turnstile = new Turnstile();
        var value = Value(turnstile, 1).AsTask();
        var nothing = Nothing(turnstile).AsTask();
        trace.Add("status", (value.Status, nothing.Status));
        trace.Add("state and options", (value.AsyncState, value.CreationOptions));
        turnstile.PassAll();
        trace.Add("status", (value.Status, nothing.Status));
        trace.Add("result", await value + await value);
        await nothing;
        await nothing;
        var failed = Fail(turnstile).AsTask();
        turnstile.Pass();
        trace.Add("failed", failed.Exception!.InnerException);
        trace.Add("complete at once", (Value(null, 1).AsTask().Status, Nothing(null).AsTask() == Task.CompletedTask, Fail(null).AsTask().Status));
    }

    public static async Task Preserved(Trace trace)
    {
        var turnstile = new Turnstile();
        var value = Value(turnstile, 2).Preserve();
        var nothing = Nothing(turnstile).Preserve();
        turnstile.PassAll();
        trace.Add("twice", await value + await value);
        await nothing;
        await nothing;
        trace.Add("complete", (value.IsCompletedSuccessfully, nothing.IsCompletedSuccessfully));
    }

    public static async Task Configured(Trace trace)
    {
        foreach (var capture in new[] { true, false })
        {
            var turnstile = new Turnstile();
            var pending = Value(turnstile, 3).ConfigureAwait(capture);
            turnstile.Pass();
            trace.Add("value", await pending);
            await Nothing(null).ConfigureAwait(capture);
        }
#if NET
        await Nothing(null).AsTask().ConfigureAwait(ConfigureAwaitOptions.ForceYielding);
        await ((Task)Fail(null).AsTask()).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        trace.Add("suppressed");
#endif
    }

    public static async Task With_its_state_asked_first(Trace trace)
    {
        var turnstile = new Turnstile();
        var pending = Value(turnstile, 4);
        trace.Add("pending", (pending.IsCompleted, pending.IsCompletedSuccessfully, pending.IsFaulted, pending.IsCanceled));
        turnstile.Pass();
        trace.Add("complete", (pending.IsCompleted, pending.IsCompletedSuccessfully, pending.IsFaulted, pending.IsCanceled));
        trace.Add("value", pending.IsCompletedSuccessfully ? pending.Result : await pending.AsTask());
        var failed = Fail(turnstile);
        turnstile.Pass();
        trace.Add("failed", (failed.IsCompleted, failed.IsCompletedSuccessfully, failed.IsFaulted, failed.IsCanceled));
        trace.Add("exception", await failed.AsTask().ContinueWith(t => t.Exception!.InnerException));
    }

    public static async Task By_hand(Trace trace)
    {
        var turnstile = new Turnstile();
        var awaiter = Value(turnstile, 5).GetAwaiter();
        var called = new TaskCompletionSource<bool>();
        awaiter.OnCompleted(() => called.SetResult(true));
        turnstile.Pass();
        await called.Task;
        trace.Add("value", awaiter.GetResult());
    }

    private static async ValueTask<int> Value(Turnstile? turnstile, int value)
    {
        if (turnstile != null)
        {
            await turnstile;
        }

        return value;
    }

    private static async ValueTask Nothing(Turnstile? turnstile)
    {
        if (turnstile != null)
        {
            await turnstile;
        }
    }

    private static async ValueTask<int> Fail(Turnstile? turnstile)
    {
        if (turnstile != null)
        {
            await turnstile;
        }

        throw new InvalidOperationException("failed");
    }

    private static string Failure(Action action)
    {
        try
        {
            action();
            return "none";
        }
        catch (Exception e)
        {
            return e.Message;
        }
    }
}
