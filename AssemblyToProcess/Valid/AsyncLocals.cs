namespace AssemblyToProcess.Valid;

/// <summary>AsyncLocal values flow down into calls. They flow neither up to the caller, nor in from the thread that completes the call.</summary>
public static class AsyncLocals
{
    private static readonly AsyncLocal<string?> s_value = new();

    public static async Task Flow_down_and_not_up(Trace trace)
    {
        s_value.Value = "caller";
        await SetAtOnce(trace);
        trace.Add("after a synchronous set", s_value.Value);
        await SetLater(trace);
        trace.Add("after a later set", s_value.Value);
        var pending = SetLater(trace);
        s_value.Value = "changed by the caller";
        await pending;
        trace.Add("at the end", s_value.Value);
        s_value.Value = null;
    }

    public static async Task Do_not_come_from_the_completing_thread(Trace trace)
    {
        s_value.Value = "method's";
        var turnstile = new Turnstile();
        var pending = Read(trace, turnstile);
        OwnThread.Run("completer", () =>
        {
            s_value.Value = "completer's";
            turnstile.Pass();
            trace.Add("the completer still has", s_value.Value);
        });
        await pending;
        s_value.Value = null;
    }

    public static async Task Do_not_flow_where_the_flow_is_suppressed(Trace trace)
    {
        s_value.Value = "not flowing";
        var turnstile = new Turnstile();
        ValueTask pending;
        using (ExecutionContext.SuppressFlow())
        {
            pending = Read(trace, turnstile);
        }

        OwnThread.Run("completer", () =>
        {
            s_value.Value = "completer's";
            turnstile.Pass();
        });
        await pending;
        s_value.Value = null;
    }

    public static void Notify_of_every_switch(Trace trace)
    {
        var local = new AsyncLocal<string?>(change =>
        {
            if (change.ThreadContextChanged)
            {
                trace.Add("switched", $"{change.PreviousValue ?? "null"} to {change.CurrentValue ?? "null"}");
            }
        });
        var turnstile = new Turnstile();
        local.Value = "a";
        var pending = Set(local, turnstile).AsTask();
        trace.Add("between", local.Value);
        turnstile.Pass();
        pending.GetAwaiter().GetResult();
        local.Value = null;
    }

    private static async ValueTask SetAtOnce(Trace trace)
    {
        trace.Add("seen inside", s_value.Value);
        s_value.Value = "set at once";
        await Task.Yield();
        trace.Add("still set inside", s_value.Value);
    }

    private static async ValueTask SetLater(Trace trace)
    {
        await Task.Yield();
        trace.Add("seen after an await", s_value.Value);
        s_value.Value = "set later";
        await Task.Yield();
        trace.Add("still set after an await", s_value.Value);
    }

    private static async ValueTask Read(Trace trace, Turnstile turnstile)
    {
        trace.Add("before", s_value.Value);
        await turnstile;
        trace.Add("after", s_value.Value);
    }

    private static async ValueTask Set(AsyncLocal<string?> local, Turnstile turnstile)
    {
        local.Value = "b";
        await turnstile;
        local.Value = "c";
    }
}
