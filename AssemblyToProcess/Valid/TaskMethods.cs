namespace AssemblyToProcess.Valid;

/// <summary>Methods that return Task and Task of T.</summary>
public static class TaskMethods
{
    public static async Task Return_an_ordinary_task(Trace trace)
    {
        var turnstile = new Turnstile();
        var nothing = Nothing(turnstile);
        var value = Value(turnstile, 1L);
        trace.Add("pending", (nothing.Status, value.Status, value.AsyncState, value.CreationOptions));
        trace.Add("start", Failure(() => value.Start()));
        turnstile.PassAll();
        trace.Add("complete", (nothing.Status, value.Status));
        trace.Add("twice", await value + await value);
        await nothing;
        trace.Add("complete at once", (Nothing(null) == Task.CompletedTask, Small(1) == Small(1)));
    }

    public static async Task Fault_and_are_cancelled(Trace trace)
    {
        foreach (var turnstile in new[] { null, new Turnstile() })
        {
            var faulted = Throw(turnstile, new InvalidOperationException("faulted"));
            var cancelled = Throw(turnstile, new OperationCanceledException("cancelled"));
            turnstile?.PassAll();
            trace.Add("status", (faulted.Status, cancelled.Status, faulted.Exception!.InnerExceptions.Count, cancelled.Exception));
            foreach (var task in new[] { faulted, cancelled })
            {
                try
                {
                    await task;
                }
                catch (Exception e)
                {
                    trace.Add("thrown", e);
                }
            }
        }
    }

    public static async Task Have_large_machines(Trace trace)
    {
        var turnstile = new Turnstile();
        var pending = Large(turnstile, 1);
        turnstile.Pass();
        trace.Add("large", await pending);
    }

    private static async Task Nothing(Turnstile? turnstile)
    {
        if (turnstile != null)
        {
            await turnstile;
        }
    }

    private static async Task<T> Value<T>(Turnstile turnstile, T value)
    {
        await turnstile;
        return value;
    }

#pragma warning disable CS1998 // Completes at once, which is the point.
    private static async Task<int> Small(int value) => value;
#pragma warning restore CS1998

    private static async Task<int> Throw(Turnstile? turnstile, Exception exception)
    {
        if (turnstile != null)
        {
            await turnstile;
        }

        throw exception;
    }

    private static async Task<long> Large(Turnstile turnstile, long seed)
    {
        long a = seed, b = a + 1, c = b + 1, d = c + 1, e = d + 1, f = e + 1, g = f + 1, h = g + 1;
        await turnstile;
        return a + b + c + d + e + f + g + h;
    }

    private static string Failure(Action action)
    {
        try
        {
            action();
            return "none";
        }
        catch (InvalidOperationException e)
        {
            return e.GetType().Name;
        }
    }
}
