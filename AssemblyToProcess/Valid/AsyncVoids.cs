namespace AssemblyToProcess.Valid;

/// <summary>Async methods that return void report to their caller's context that they start, end or fail.</summary>
public static class AsyncVoids
{
    public static void Report_to_the_context(Trace trace)
    {
        var context = new ManualContext("C");
        var turnstile = new Turnstile();
        context.Under(() => Run(trace, turnstile, fail: false));
        trace.Add("started, completed", (context.Started, context.Completed));
        turnstile.Pass();
        context.Run();
        trace.Add("started, completed", (context.Started, context.Completed));
    }

    public static void Post_their_exceptions(Trace trace)
    {
        var context = new ManualContext("C");
        var turnstile = new Turnstile();
        context.Under(() => Run(trace, turnstile, fail: true));
        turnstile.Pass();
        Fails(trace, context);
        context.Under(() => Throw(trace));
        trace.Add("the call itself returned");
        Fails(trace, context);
        trace.Add("started, completed", (context.Started, context.Completed));
    }

    public static void Run_without_a_context(Trace trace)
    {
        var turnstile = new Turnstile();
        Run(trace, turnstile, fail: false);
        trace.Add("suspended");
        turnstile.Pass();
        Handler handler = async (_, ended) =>
        {
            await Task.Yield();
            ended.Set();
        };
        using var event1 = new ManualResetEventSlim();
        handler(trace, event1);
        event1.Wait();
        trace.Add("the handler ended");
    }

    private delegate void Handler(object sender, ManualResetEventSlim ended);

    private static async void Run(Trace trace, Turnstile turnstile, bool fail)
    {
        trace.Place("before");
        await turnstile;
        trace.Place("after");
        if (fail)
        {
            throw new InvalidOperationException("after an await");
        }
    }

#pragma warning disable CS1998 // Fails at once, which is the point.
    private static async void Throw(Trace trace)
    {
        trace.Add("throwing");
        throw new InvalidOperationException("at once");
    }
#pragma warning restore CS1998

    private static void Fails(Trace trace, ManualContext context)
    {
        try
        {
            context.Run();
        }
        catch (InvalidOperationException e)
        {
            trace.Add("posted", e);
        }
    }
}
