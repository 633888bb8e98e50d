namespace AssemblyToProcess.Valid;

/// <summary>Awaits in try, catch and finally blocks.</summary>
public static class TryCatchFinally
{
    public static async Task Run_in_order(Trace trace)
    {
        trace.Add("result", await Everywhere(trace, fail: false));
        trace.Add("result", await Everywhere(trace, fail: true));
        try
        {
            await Rethrown(trace);
        }
        catch (Exception e)
        {
            trace.Add("caught outside", e);
        }

        trace.Add("left early", await LeftEarly(trace, 1));
        trace.Add("left early", await LeftEarly(trace, 2));
        await Nested(trace);
    }

    private static async ValueTask<string> Everywhere(Trace trace, bool fail)
    {
        var state = "start";
        try
        {
            await Task.Yield();
            state += " try";
            if (fail)
            {
                throw new InvalidOperationException("in try");
            }
        }
        catch (InvalidOperationException e)
        {
            await Task.Yield();
            trace.Add("caught", e);
            state += " catch";
        }
        finally
        {
            await Task.Yield();
            state += " finally";
        }

        return state;
    }

    private static async ValueTask Rethrown(Trace trace)
    {
        try
        {
            await Task.Yield();
            throw new ArgumentException("first");
        }
        catch (ArgumentException e)
        {
            await Task.Yield();
            trace.Add("rethrow", e);
            throw;
        }
        finally
        {
            trace.Add("finally before the catch outside");
            await Task.Yield();
        }
    }

    private static async ValueTask<int> LeftEarly(Trace trace, int at)
    {
        for (var i = 0; ; i++)
        {
            try
            {
                await Task.Yield();
                if (i == at)
                {
                    return i * 10;
                }

                if (i == 0)
                {
                    continue;
                }
            }
            finally
            {
                await Task.Yield();
                trace.Add("leaving", i);
            }
        }
    }

    private static async ValueTask Nested(Trace trace)
    {
        try
        {
            try
            {
                await Task.Yield();
                throw new InvalidOperationException("inner");
            }
            finally
            {
                await Task.Yield();
                trace.Add("inner finally");
            }
        }
        catch (Exception e) when (e is not ArgumentException)
        {
            try
            {
                await Task.Yield();
                throw new ArgumentException("from the catch", e);
            }
            catch (ArgumentException both)
            {
                trace.Add("both", both);
            }
        }
    }
}
