namespace AssemblyToProcess.Valid;

/// <summary>Callbacks that are registered with a CancellationToken.</summary>
public sealed class StateObjectsOfTokens
{
    private readonly Trace _trace;

    private StateObjectsOfTokens(Trace trace) => _trace = trace;

    public static void Run_when_the_source_is_cancelled(Trace trace)
    {
        var fixture = new StateObjectsOfTokens(trace);
        Each(trace, "this", (token, _) => fixture.This(token));
        Each(trace, "this, context", (token, _) => fixture.ThisWithContext(token));
        Each(trace, "reference", (token, it) => Reference(token, it));
        Each(trace, "two", (token, it) => Two(token, it, 5));
        Each(trace, "number", (token, it) => Number(token, it));
        Each(trace, "null state", (token, it) => NullState(token, it));
        Each(trace, "null state, context", (token, it) => NullStateWithContext(token, it));
        Each(trace, "group", (token, _) => token.Register(fixture.Note));
        Each(trace, "source", (token, it) => OfSource(token, it));
#if NET
        Each(trace, "unsafe", (token, it) => Unsafe(token, it));
        Each(trace, "unsafe, with token", (token, it) => UnsafeWithToken(token, it));
        Each(trace, "with token", (token, it) => WithToken(token, it));
#endif
    }

    public static void Run_at_once_where_it_is_cancelled_already(Trace trace)
    {
        var fixture = new StateObjectsOfTokens(trace);
        var cancelled = new CancellationToken(canceled: true);
        fixture.This(cancelled).Dispose();
        Reference(cancelled, trace).Dispose();
        Number(cancelled, trace).Dispose();
        NullState(cancelled, trace).Dispose();
        trace.Add("never", Reference(CancellationToken.None, trace) == default);
    }

    public static void Throw_as_before(Trace trace)
    {
        using var source = new CancellationTokenSource();
        var text = "thrown";
        source.Token.Register(() => throw new FormatException(text));
        try
        {
            source.Cancel();
        }
        catch (AggregateException e)
        {
            trace.Add("cancel", e.InnerException);
        }

        try
        {
            Group(source.Token, null!);
            trace.Add("null group", "none");
        }
        catch (Exception e)
        {
            trace.Add("null group", e.GetType().Name);
        }
    }

    public static void Are_not_run_once_disposed(Trace trace)
    {
        using var source = new CancellationTokenSource();
        Reference(source.Token, trace).Dispose();
        using (var registration = Two(source.Token, trace, 3))
        {
            trace.Add("token", registration.Equals(default));
        }

        source.Cancel();
    }

    public static void Cancel_a_source_in_async_code(Trace trace) => Async(trace).Wait();

    private static async Task Async(Trace trace)
    {
        using var source = new CancellationTokenSource();
        var completion = new TaskCompletionSource<string>();
        using (source.Token.Register(() => completion.TrySetResult("cancelled")))
        {
            var pending = Task.Run(source.Cancel);
            trace.Add("async", await completion.Task);
            await pending;
        }
    }

    private static void Each(Trace trace, string what, Func<CancellationToken, Trace, CancellationTokenRegistration> register)
    {
        trace.Add(what);
        using var source = new CancellationTokenSource();
        using var registration = register(source.Token, trace);
        source.Cancel();
    }

    private void Note() => _trace.Add("noted");

    private CancellationTokenRegistration This(CancellationToken token) => token.Register(() => Note());

    private CancellationTokenRegistration ThisWithContext(CancellationToken token) => token.Register(() => Note(), useSynchronizationContext: true);

    private static CancellationTokenRegistration Reference(CancellationToken token, Trace trace) => token.Register(() => trace.Add("reference"));

    private static CancellationTokenRegistration Two(CancellationToken token, Trace trace, int number) =>
        token.Register(() => trace.Add("two", number));

    private static CancellationTokenRegistration Number(CancellationToken token, Trace trace)
    {
        var number = trace.Lines.Count;
        return token.Register(() => Noted(trace, number));
    }

    private static void Noted(Trace trace, int number) => trace.Add("number", number > 0 || trace.Lines.Count == 0);

    private static CancellationTokenRegistration NullState(CancellationToken token, Trace trace) =>
        token.Register(state => trace.Add("state", state), null);

    private static CancellationTokenRegistration NullStateWithContext(CancellationToken token, Trace trace) =>
        token.Register(state => trace.Add("state", state), null, useSynchronizationContext: false);

    private static CancellationTokenRegistration OfSource(CancellationToken token, Trace trace)
    {
        var source = new CancellationTokenSource();
        source.Token.Register(() => trace.Add("linked"));
        return token.Register(source.Cancel);
    }

    private static CancellationTokenRegistration Group(CancellationToken token, StateObjectsOfTokens fixture) => token.Register(fixture.Note);

#if NET
    private static CancellationTokenRegistration Unsafe(CancellationToken token, Trace trace) =>
        token.UnsafeRegister(_ => trace.Add("unsafe"), null);

    private static CancellationTokenRegistration UnsafeWithToken(CancellationToken token, Trace trace) =>
        token.UnsafeRegister((state, cancelled) => trace.Add("unsafe", $"{state ?? "null"} {cancelled.IsCancellationRequested}"), null);

    private static CancellationTokenRegistration WithToken(CancellationToken token, Trace trace) =>
        token.Register((state, cancelled) => trace.Add("safe", $"{state ?? "null"} {cancelled.IsCancellationRequested}"), null);
#endif
}
