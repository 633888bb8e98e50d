namespace AssemblyToProcess.Valid;

/// <summary>Exceptions that are thrown before or after the first await leave a method through its result, and pass through several levels.</summary>
public static class Exceptions
{
    public static async Task Leave_through_the_result(Trace trace)
    {
        foreach (var asynchronous in new[] { false, true })
        {
            var pending = Fail(asynchronous);
            trace.Add("the call itself returned");
            trace.Add("caught", await Caught(pending));
            trace.Add("caught", await Caught(Level(1, asynchronous)));
        }
    }

    public static async Task Are_the_same_object_all_the_way(Trace trace)
    {
        var thrown = new InvalidOperationException("one");
        try
        {
            await Through(3, thrown);
        }
        catch (Exception e)
        {
            trace.Add("same", ReferenceEquals(e, thrown));
        }

        trace.Add("task", (await Failed(thrown).AsTask().ContinueWith(t => t.Exception!)).InnerException == thrown);
    }

    public static async Task Leave_the_next_call_untouched(Trace trace)
    {
        for (var i = 0; i < 4; i++)
        {
            try
            {
                trace.Add("result", await EverySecond(i));
            }
            catch (InvalidOperationException e)
            {
                trace.Add("failed", e);
            }
        }
    }

    private static async ValueTask<int> Fail(bool asynchronous)
    {
        if (asynchronous)
        {
            await Task.Yield();
        }

        throw new InvalidOperationException(asynchronous ? "after" : "before");
    }

    private static async ValueTask<int> Level(int level, bool asynchronous)
    {
        try
        {
            return level == 3 ? await Fail(asynchronous) : await Level(level + 1, asynchronous);
        }
        catch (Exception e)
        {
            throw new InvalidOperationException($"level {level}", e);
        }
    }

    private static async ValueTask Through(int levels, Exception exception)
    {
        if (levels == 0)
        {
            throw exception;
        }

        await Task.Yield();
        await Through(levels - 1, exception);
    }

    private static async ValueTask Failed(Exception exception)
    {
        await Task.Yield();
        throw exception;
    }

    private static async ValueTask<int> EverySecond(int i)
    {
        await Task.Yield();
        return i % 2 == 0 ? i : throw new InvalidOperationException($"{i}");
    }

    private static async ValueTask<string> Caught(ValueTask<int> pending)
    {
        try
        {
            return $"{await pending}";
        }
        catch (Exception e)
        {
            return $"{e.Message} <- {e.InnerException?.Message} <- {e.InnerException?.InnerException?.Message}";
        }
    }
}
