namespace AssemblyToProcess.Valid;

/// <summary>Delays in variables. Each delay is passed to only one awaited Task.WhenAny, and is compared with the result.</summary>
public static class TimedWaitsVariables
{
    private const int Long = 1_000_000;
    private static readonly Task s_never = new TaskCompletionSource<bool>().Task;
    private static readonly Task<int> s_one = Task.FromResult(1);

    public static async Task Compared(Trace trace)
    {
        foreach (var (work, time) in new[] { (Task.CompletedTask, 0), (s_one, Long), (s_one, 0), ((Task)Later(), Long), (s_never, 1), (s_never, 0) })
        {
            trace.Add("winner", await InVariable(work, time));
            trace.Add("at once", await AtOnce(work, time));
            trace.Add("first", await DelayFirst(work, TimeSpan.FromMilliseconds(time)));
            trace.Add("twice", await Twice(work, time));
            trace.Add("not compared", (await NotCompared(work, time)).Status);
            trace.Add("of three", await OfThree(work, time));
            trace.Add("chosen", await Chosen(work, time));
            trace.Add("in a block", await InBlock(work, time));
        }
    }

    public static async Task Again(Trace trace)
    {
        trace.Add("polled", await Polled(Later(), 3));
        trace.Add("never", await Polled(s_never, 3));
        trace.Add("reused", await Reused(s_never));
    }

    public static async Task Late(Trace trace)
    {
        // Many delays lose, and then one delay wins. The comparison must not mistake the winner for an earlier delay.
        var lost = 0;
        for (var i = 0; i < 20; i++)
        {
            lost += await AtOnce(s_one, Long) ? 1 : 0;
        }

        trace.Add("lost", lost);
        trace.Add("won", await AtOnce(s_never, 1));
        var waiting = Enumerable.Range(0, 10).Select(i => InVariable(i % 2 == 0 ? s_never : Later(), i % 2 == 0 ? 1 : Long)).ToArray();
        trace.Add("together", string.Join(" ", await Task.WhenAll(waiting)));
    }

    public static async Task Cancelled(Trace trace)
    {
        using var source = new CancellationTokenSource();
        var running = WithToken(source.Token);
        source.Cancel();
        trace.Add("cancelled", await running);
        trace.Add("linked", await Linked(s_one));
        trace.Add("linked late", await Linked(Later()));

        static async Task<string> WithToken(CancellationToken token)
        {
            var delay = Task.Delay(Timeout.Infinite, token);
            var first = await Task.WhenAny(s_never, delay).ConfigureAwait(false);
            return first == delay ? $"time {first.Status}" : "work";
        }

        static async Task<string> Linked(Task work)
        {
            using var source = new CancellationTokenSource();
            var timeout = Task.Delay(Long, source.Token);
            if (await Task.WhenAny(work, timeout) == timeout)
            {
                return "time";
            }

            source.Cancel();
            await work;
            return "work";
        }
    }

    private static async Task<string> InVariable(Task work, int time)
    {
        var delay = Task.Delay(time);
        var first = await Task.WhenAny(work, delay);
        if (first == delay)
        {
            return $"time {first.Status}";
        }

        await first;
        return $"work {first.Status} {first == work}";
    }

    private static async ValueTask<bool> AtOnce(Task work, int time)
    {
        var delay = Task.Delay(time);
        return await Task.WhenAny(work, delay).ConfigureAwait(false) == delay;
    }

    private static async Task<string> DelayFirst(Task work, TimeSpan time)
    {
        var delay = Task.Delay(time);
        var first = await Task.WhenAny(delay, work);
        return first != delay ? "work" : "time";
    }

    private static async Task<string> Twice(Task work, int time)
    {
        var delay = Task.Delay(time);
        var first = await Task.WhenAny(work, delay);
        var text = first == delay ? "time" : "work";
        await Task.Yield();
        return text + (delay == first ? " time" : " work");
    }

    private static async Task<Task> NotCompared(Task work, int time)
    {
        var delay = Task.Delay(time);
        await Task.Yield();
        return await Task.WhenAny(work, delay);
    }

    private static async Task<string> OfThree(Task work, int time)
    {
        var delay = Task.Delay(time);
        var first = await Task.WhenAny(work, s_never, delay);
        return first == delay ? "time" : first == work ? "work" : "never";
    }

    private static async Task<string> Chosen(Task work, int time)
    {
        if (time > 0)
        {
            var delay = Task.Delay(time);
            var first = await Task.WhenAny(work, delay);
            if (first == delay)
            {
                return "time";
            }
        }
        else
        {
            var delay = Task.Delay(TimeSpan.Zero);
            var first = await Task.WhenAny(work, delay);
            if (first == delay)
            {
                return "no time";
            }
        }

        return "work";
    }

    private static async Task<string> InBlock(Task work, int time)
    {
        try
        {
            var delay = Task.Delay(time);
            try
            {
                var first = await Task.WhenAny(work, delay);
                return first == delay ? throw new TimeoutException() : "work";
            }
            finally
            {
                await Task.Yield();
            }
        }
        catch (TimeoutException e)
        {
            return e.GetType().Name;
        }
    }

    private static async Task<string> Polled(Task work, int times)
    {
        for (var i = 0; i < times; i++)
        {
            var delay = Task.Delay(i);
            var first = await Task.WhenAny(work, delay);
            if (first == work)
            {
                return "work";
            }

            if (first != delay)
            {
                return "neither";
            }
        }

        return "time";
    }

    private static async Task<int> Reused(Task work)
    {
        var timeouts = 0;
        Task? first = null;
        while (timeouts < 3)
        {
            var delay = Task.Delay(1);
            var before = first;
            first = await Task.WhenAny(work, delay);
            timeouts += first == delay && first != before ? 1 : 10;
        }

        return timeouts;
    }

    private static async Task Later() => await Task.Yield();
}
