namespace AssemblyToProcess.Valid;

/// <summary>Awaited calls of Task.Delay.</summary>
public static class TimedWaitsDelays
{
    private static readonly AsyncLocal<string?> s_local = new();

    public static async Task Pass(Trace trace)
    {
        var watch = System.Diagnostics.Stopwatch.StartNew();
        await Task.Delay(20);
        trace.Add("not at once", watch.ElapsedMilliseconds >= 10);
        await Task.Delay(0);
        await Task.Delay(TimeSpan.Zero).ConfigureAwait(false);
        await Task.Delay(TimeSpan.FromTicks(1));
        await Task.Delay(1).ConfigureAwait(false);
        await Task.Delay(1, CancellationToken.None).ConfigureAwait(true);
        await Task.Delay(TimeSpan.FromMilliseconds(1), new CancellationTokenSource().Token);
        for (var i = 0; i < 3; i++)
        {
            await Task.Delay(i);
            trace.Add("passed", i);
        }

        await Task.WhenAll(Enumerable.Range(0, 5).Select(i => Several(i).AsTask()));
        trace.Add("result", await WithResult(1) + await WithResult(0));
    }

    public static async Task Refuse_wrong_times(Trace trace)
    {
        trace.Add("number", await Thrown(() => OfNumber(-2, default)));
        trace.Add("number with a token", await Thrown(() => OfNumber(-2, new CancellationToken(true))));
        trace.Add("time", await Thrown(() => OfTime(TimeSpan.FromMilliseconds(-2), default)));
        trace.Add("largest time", await Thrown(() => OfTime(TimeSpan.MaxValue, new CancellationToken(true))));
        trace.Add("too long by one", await Thrown(() => OfTime(TimeSpan.FromMilliseconds(uint.MaxValue), new CancellationToken(true))));
        trace.Add("at the call", await Thrown(async () =>
        {
            trace.Add("before");
            await Task.Delay(-2, trace.Lines.Count > 0 ? new CancellationToken(true) : default);
            trace.Add("never");
        }));
    }

    public static async Task End_with_their_token(Trace trace)
    {
        foreach (var before in new[] { true, false })
        {
            foreach (var time in new[] { Timeout.Infinite, 1_000_000 })
            {
                using var source = new CancellationTokenSource();
                if (before)
                {
                    source.Cancel();
                }

                var number = OfNumber(time, source.Token);
                var span = OfTime(TimeSpan.FromMilliseconds(time), source.Token);
                trace.Add("waiting", $"{number.Status} {span.Status}");
                source.Cancel();
                trace.Add("number", await Cancelled(number, source.Token));
                trace.Add("time", await Cancelled(span, source.Token));
            }
        }

        // The delay is zero, and the token is already cancelled.
        trace.Add("zero", await Cancelled(OfNumber(0, new CancellationToken(true)), new CancellationToken(true)));
    }

    public static void Resume_where_they_were_called(Trace trace)
    {
        foreach (var capture in new[] { true, false })
        {
            var context = new ManualContext("a");
            Task? running = null;
            context.Under(() => running = Placed(trace, 50, capture, CancellationToken.None));
            Finish(context.Run, running!);
            trace.Add("posted", context.Posted);

            var scheduler = new ManualScheduler("s");
            scheduler.Under(() => running = Placed(trace, 50, capture, CancellationToken.None));
            Finish(scheduler.Run, running!);
        }

        Placed(trace, 50, capture: true, CancellationToken.None).Wait();
    }

    public static void Resume_on_the_pool_if_they_are_cancelled(Trace trace)
    {
        foreach (var capture in new[] { true, false })
        {
            var source = new CancellationTokenSource();
            var running = Placed(trace, 1_000_000, capture, source.Token);
            OwnThread.Run("own thread", source.Cancel);
            running.Wait();
        }
    }

    public static async Task Keep_values_of_the_caller(Trace trace)
    {
        s_local.Value = "caller";
        var one = Flowing(trace, "one");
        var two = Flowing(trace, "two");
        trace.Add("caller", s_local.Value);
        trace.Add(await one);
        trace.Add(await two);
        s_local.Value = null;
        await Task.Delay(1);
        trace.Add("cleared", s_local.Value);
    }

    private static async ValueTask Several(int number)
    {
        await Task.Delay(number);
        await Task.Delay(1).ConfigureAwait(false);
    }

    private static async Task<int> WithResult(int time)
    {
        var number = time + 40;
        await Task.Delay(time);
        return number;
    }

    private static async Task OfNumber(int time, CancellationToken token) => await Task.Delay(time, token);

    private static async Task OfTime(TimeSpan time, CancellationToken token) => await Task.Delay(time, token).ConfigureAwait(false);

    private static async Task<string> Flowing(Trace trace, string name)
    {
        s_local.Value = name;
        await Task.Delay(1).ConfigureAwait(false);
        var first = s_local.Value;
        await Task.Delay(2);
        return $"{name}: {first}, {s_local.Value}";
    }

    private static async Task Placed(Trace trace, int time, bool capture, CancellationToken token)
    {
        try
        {
            await Task.Delay(time, token).ConfigureAwait(capture);
            trace.Place("in time");
        }
        catch (OperationCanceledException)
        {
            trace.Place("cancelled");
        }
    }

    /// <summary>Runs posted work until a task has ended.</summary>
    private static void Finish(Func<int> run, Task running)
    {
        while (!running.IsCompleted)
        {
            run();
            Thread.Sleep(1);
        }
    }

    private static async Task<string> Cancelled(Task task, CancellationToken token)
    {
        try
        {
            await task;
            return "passed";
        }
        catch (TaskCanceledException e)
        {
            return $"{e.Message} {e.CancellationToken == token} {task.Status}";
        }
    }

    private static async Task<string> Thrown(Func<Task> call)
    {
        try
        {
            await call();
            return "none";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name}({e.Message})";
        }
    }
}
