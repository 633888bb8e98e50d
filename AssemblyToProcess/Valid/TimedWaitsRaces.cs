namespace AssemblyToProcess.Valid;

/// <summary>Awaits Task.WhenAny with a delay that is written in the call.</summary>
public static class TimedWaitsRaces
{
    private const int Long = 1_000_000;
    private static readonly Task s_never = new TaskCompletionSource<bool>().Task;
    private static readonly Task<int> s_one = Task.FromResult(1);

    public static async Task Work_wins(Trace trace)
    {
        foreach (var work in new[] { s_one, Later(2), Failed() })
        {
            trace.Add("two", Winner.Of(await Task.WhenAny(work, Task.Delay(Long)), work));
            trace.Add("first", Winner.Of(await Task.WhenAny(Task.Delay(Long), work), work));
            trace.Add("three", Winner.Of(await Task.WhenAny(work, s_never, Task.Delay(Long)), work));
            trace.Add("four", Winner.Of(await Task.WhenAny(s_never, Task.Delay(TimeSpan.FromHours(1)), s_never, work).ConfigureAwait(false), work));
            trace.Add("several", Winner.Of(await Task.WhenAny(Task.Delay(Long), work, Task.Delay(Timeout.Infinite)), work));
            trace.Add("array", Winner.Of(await Task.WhenAny(new[] { work, Task.Delay(Timeout.Infinite, CancellationToken.None) }), work));
            trace.Add("compared", await Task.WhenAny(work, Task.Delay(Long)) == work);
            trace.Add("not compared", await Task.WhenAny(work, Task.Delay(Long, new CancellationTokenSource().Token)) != work ? "time" : "work");
            await Task.WhenAny(work, Task.Delay(Long));
        }

        trace.Add("result", ((Task<int>)await Task.WhenAny(Later(5), Task.Delay(Long))).Result);
    }

    public static async Task Time_wins(Trace trace)
    {
        for (var i = 0; i < 3; i++)
        {
            var winner = await Task.WhenAny(s_never, Task.Delay(i));
            trace.Add("winner", $"{winner.Status} {winner.IsCompleted} {winner == s_never} {winner.Exception}");
            await winner;
            var again = await Task.WhenAny(winner, s_never);
            trace.Add("kept", again == winner);
            trace.Add("other", ReferenceEquals(winner, await Task.WhenAny(s_never, Task.Delay(i))));
        }

        trace.Add("first", Winner.Of(await Task.WhenAny(Task.Delay(1), s_never, s_never), s_never));
        trace.Add("shorter", (await Task.WhenAny(Task.Delay(Long), Task.Delay(1), s_never)).Status);
        trace.Add("continued", await (await Task.WhenAny(s_never, Task.Delay(1))).ContinueWith(task => task.Status));
        trace.Add("all", Task.WhenAll(await Task.WhenAny(s_never, Task.Delay(1)), s_one).Status);
        await await Task.WhenAny(s_never, Task.Delay(1)).ConfigureAwait(false);
    }

    public static async Task Ties(Trace trace)
    {
        trace.Add("work, zero", Winner.Of(await Task.WhenAny(s_one, Task.Delay(0)), s_one));
        trace.Add("zero, work", Winner.Of(await Task.WhenAny(Task.Delay(0), s_one), s_one));
        trace.Add("zero, never, work", Winner.Of(await Task.WhenAny(Task.Delay(TimeSpan.Zero), s_never, s_one), s_never, s_one));
        trace.Add("cancelled, work", Winner.Of(await Task.WhenAny(Task.Delay(Long, new CancellationToken(true)), s_one), s_one));
        trace.Add("work, cancelled", Winner.Of(await Task.WhenAny(s_one, Task.Delay(Timeout.Infinite, new CancellationToken(true))), s_one));
    }

    public static async Task Tokens(Trace trace)
    {
        foreach (var before in new[] { true, false })
        {
            foreach (var time in new[] { Long, Timeout.Infinite })
            {
                using var source = new CancellationTokenSource();
                if (before)
                {
                    source.Cancel();
                }

                var running = Race(time, source.Token);
                source.Cancel();
                var winner = await running;
                trace.Add("winner", winner.Status);
                trace.Add("thrown", await Thrown(async () => await winner));
                try
                {
                    await winner;
                }
                catch (TaskCanceledException e)
                {
                    trace.Add("token", $"{e.CancellationToken == source.Token} {e.Task == winner}");
                }
            }
        }

        static async Task<Task> Race(int time, CancellationToken token) => await Task.WhenAny(s_never, Task.Delay(time, token)).ConfigureAwait(false);
    }

    public static async Task Wrong_arguments(Trace trace)
    {
        trace.Add("time", await Thrown(async () => await Task.WhenAny(s_one, Task.Delay(-2))));
        trace.Add("work is made first", await Thrown(async () => await Task.WhenAny(Throws(), Task.Delay(-2))));
        trace.Add("delay is made first", await Thrown(async () => await Task.WhenAny(Task.Delay(-2), Throws())));
        trace.Add("null and time", await Thrown(async () => await Task.WhenAny(None(), Task.Delay(-2))));
        trace.Add("null", await Thrown(async () => await Task.WhenAny(None(), Task.Delay(Long))));
        trace.Add("null behind", await Thrown(async () => await Task.WhenAny(Task.Delay(0), None())));
        trace.Add("null of three", await Thrown(async () => await Task.WhenAny(s_one, None(), Task.Delay(Long))));
        trace.Add("thrown behind", await Thrown(async () => await Task.WhenAny(Task.Delay(Long), Throws())));

        static Task Throws() => throw new FormatException("work");
        static Task None() => null!;
    }

    public static async Task Awaits_between(Trace trace)
    {
        var turnstile = new Turnstile();
        var running = Run();
        while (turnstile.Waiting > 0)
        {
            turnstile.Pass();
        }

        await running;

        async Task Run()
        {
            trace.Add("behind", Winner.Of(await Task.WhenAny(Task.Delay(Long), await Passed()), s_one));
            trace.Add("before", Winner.Of(await Task.WhenAny(await Passed(), Task.Delay(Long)), s_one));
            trace.Add("chosen", Winner.Of(await Task.WhenAny(trace.Lines.Count > 0 ? s_one : s_never, Task.Delay(trace.Lines.Count > 0 ? Long : 0)), s_one));
        }

        async Task<Task> Passed()
        {
            await turnstile;
            return s_one;
        }
    }

    public static void Places(Trace trace)
    {
        foreach (var capture in new[] { true, false })
        {
            var work = new TaskCompletionSource<int>();
            using var source = new CancellationTokenSource();
            var ofWork = Placed(trace, work.Task, Long, source.Token, capture);
            OwnThread.Run("own thread", () => work.SetResult(1));
            ofWork.Wait();
            var ofToken = Placed(trace, s_never, Long, source.Token, capture);
            OwnThread.Run("own thread", source.Cancel);
            ofToken.Wait();
            Placed(trace, s_never, 50, CancellationToken.None, capture).Wait();

            var context = new ManualContext("c");
            Task? posted = null;
            var other = new TaskCompletionSource<int>();
            context.Under(() => posted = Placed(trace, other.Task, Long, CancellationToken.None, capture));
            OwnThread.Run("own thread", () => other.SetResult(1));
            trace.Add("posted", context.Posted);
            context.Run();
            posted!.Wait();
        }
    }

    private static async Task Placed(Trace trace, Task work, int time, CancellationToken token, bool capture)
    {
        var winner = await Task.WhenAny(work, Task.Delay(time, token)).ConfigureAwait(capture);
        trace.Place($"{winner == work} {winner.Status}");
    }

    private static async Task<int> Later(int number)
    {
        await Task.Yield();
        return number;
    }

    private static async Task<int> Failed()
    {
        await Task.Yield();
        throw new FormatException("failed");
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
