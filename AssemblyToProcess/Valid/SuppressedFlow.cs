namespace AssemblyToProcess.Valid;

/// <summary>If a caller suppresses the ExecutionContext's flow, it is still suppressed after the call, but not after the called method's await.</summary>
public static class SuppressedFlow
{
    public static void Is_as_the_caller_left_it(Trace trace)
    {
        var turnstile = new Turnstile();
        Task pending;
        using (ExecutionContext.SuppressFlow())
        {
            pending = Call(trace, turnstile).AsTask();
            trace.Add("suppressed after the call", ExecutionContext.IsFlowSuppressed());
        }

        turnstile.Pass();
        trace.Add("suppressed outside", ExecutionContext.IsFlowSuppressed());
        pending.Wait();
    }

    private static async ValueTask Call(Trace trace, Turnstile turnstile)
    {
        trace.Add("suppressed before", ExecutionContext.IsFlowSuppressed());
        await turnstile;
        trace.Add("suppressed after", ExecutionContext.IsFlowSuppressed());
    }
}
