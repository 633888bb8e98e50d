namespace AssemblyToProcess.Valid;

/// <summary>Exception filters see the state at the throw, before any finally block runs.</summary>
public static class Filters
{
    public static async Task See_the_state(Trace trace)
    {
        for (var code = 1; code <= 3; code++)
        {
            try
            {
                await Filtered(trace, code);
                trace.Add("handled", code);
            }
            catch (Exception e) when (Note(trace, "outer filter", e))
            {
                trace.Add("passed on", code);
            }
        }
    }

    private static async ValueTask Filtered(Trace trace, int code)
    {
        var stage = "before";
        try
        {
            await Task.Yield();
            stage = "thrown";
            try
            {
                await Fail(code);
            }
            finally
            {
                trace.Add("finally", stage);
                stage = "after finally";
            }
        }
        catch (InvalidOperationException e) when (Note(trace, $"filter at {stage}", e) && e.Message == "1")
        {
            await Task.Yield();
            trace.Add("caught by message", stage);
        }
        catch (Exception e) when (e.Message == "2" && stage != null)
        {
            trace.Add("caught by message and state", stage);
            await Task.Yield();
        }
    }

    private static async ValueTask Fail(int code)
    {
        await Task.Yield();
        throw new InvalidOperationException(code.ToString());
    }

    private static bool Note(Trace trace, string label, Exception e)
    {
        trace.Add(label, e);
        return true;
    }
}
