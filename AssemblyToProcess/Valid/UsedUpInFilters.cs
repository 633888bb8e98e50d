namespace AssemblyToProcess.Valid;

/// <summary>Filters consume ValueTasks. If a filter returns false, the next filter or handler runs. If it returns true, inner finally blocks run.</summary>
public static class UsedUpInFilters
{
    public static void Before_the_next_handler(Trace trace)
    {
        var turnstile = new Turnstile();
        var value = Value(turnstile, 1);
        turnstile.PassAll();
        try
        {
            throw new NotSupportedException();
        }
        catch (NotSupportedException) when (value.GetAwaiter().GetResult() == 0)
        {
        }
        catch (NotSupportedException)
        {
            trace.Add("handler", value.GetAwaiter().GetResult());
        }
    }

    public static void Before_the_next_filter(Trace trace)
    {
        var turnstile = new Turnstile();
        var value = Value(turnstile, 2);
        turnstile.PassAll();
        try
        {
            throw new NotSupportedException();
        }
        catch (NotSupportedException) when (value.AsTask().Result == 0)
        {
        }
        catch (Exception e) when (value.AsTask().Result == 2)
        {
            trace.Add("handler", e);
        }
    }

    public static void Before_an_outer_handler(Trace trace)
    {
        var turnstile = new Turnstile();
        var value = Value(turnstile, 3);
        turnstile.PassAll();
        try
        {
            try
            {
                throw new NotSupportedException();
            }
            catch (NotSupportedException) when (value.AsTask().Result == 0)
            {
            }
        }
        catch (NotSupportedException)
        {
            trace.Add("handler", value.AsTask().Result);
        }
    }

    public static void Before_a_finally_block_inside(Trace trace)
    {
        var turnstile = new Turnstile();
        var value = Value(turnstile, 4);
        turnstile.PassAll();
        try
        {
            try
            {
                throw new NotSupportedException();
            }
            finally
            {
                trace.Add("finally", value.IsCompletedSuccessfully);
            }
        }
        catch (NotSupportedException) when (value.AsTask().Result == 4)
        {
            trace.Add("handler");
        }
    }

    public static void Only_in_the_filter(Trace trace)
    {
        var turnstile = new Turnstile();
        var value = Value(turnstile, 5);
        turnstile.PassAll();
        try
        {
            throw new NotSupportedException();
        }
        catch (NotSupportedException) when (value.AsTask().Result == 5)
        {
            trace.Add("handler");
        }
        catch (NotSupportedException)
        {
            trace.Add("the other");
        }
    }

    public static Task Of_a_task_before_the_next_handler(Trace trace) => OfTask(trace, TaskThenHandler);

    public static Task Of_a_task_before_an_await(Trace trace) => OfTask(trace, TaskThenAwait);

    public static Task Of_a_task_before_a_finally_block_inside(Trace trace) => OfTask(trace, turnstile => TaskThenFinally(trace, turnstile));

    private static async Task OfTask(Trace trace, Func<Turnstile, Task<int>> method)
    {
        var turnstile = new Turnstile();
        var pending = method(turnstile);
        turnstile.PassAll();
        trace.Add("returned", await pending);
    }

    private static async Task<int> TaskThenHandler(Turnstile turnstile)
    {
        var task = Loaded(turnstile, 6);
        await turnstile;
        if (task.IsFaulted)
        {
            return await task;
        }

        try
        {
            throw new NotSupportedException();
        }
        catch (NotSupportedException) when (task.GetAwaiter().GetResult() == 0)
        {
            return 0;
        }
        catch (NotSupportedException)
        {
            return task.GetAwaiter().GetResult();
        }
    }

    private static async Task<int> TaskThenAwait(Turnstile turnstile)
    {
        var task = Loaded(turnstile, 7);
        await turnstile;
        try
        {
            throw new NotSupportedException();
        }
        catch (NotSupportedException) when (task.Result == 0)
        {
            return 0;
        }
        catch (NotSupportedException)
        {
            return await task;
        }
    }

    private static async Task<int> TaskThenFinally(Trace trace, Turnstile turnstile)
    {
        var task = Loaded(turnstile, 8);
        await turnstile;
        if (task.IsFaulted)
        {
            return await task;
        }

        try
        {
            try
            {
                throw new NotSupportedException();
            }
            finally
            {
                trace.Add("finally", task.IsCompleted);
            }
        }
        catch (NotSupportedException) when (task.Result == 8)
        {
            return 8;
        }
    }

    private static async ValueTask<int> Value(Turnstile turnstile, int value)
    {
        await turnstile;
        return value;
    }

    private static async Task<int> Loaded(Turnstile turnstile, int value)
    {
        await turnstile;
        return value;
    }
}
