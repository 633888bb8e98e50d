#if NET
namespace AssemblyToProcess.Valid;

/// <summary>Awaited calls of WaitAsync.</summary>
public static class TimedWaitsTimeouts
{
    private static readonly Task s_never = new TaskCompletionSource<bool>().Task;
    private static readonly Task<int> s_neverOne = new TaskCompletionSource<int>().Task;
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(10);

    public static async Task Work_in_time(Trace trace)
    {
        using var source = new CancellationTokenSource();
        foreach (var work in new[] { Task.FromResult(1), Later(2) })
        {
            await ((Task)work).WaitAsync(s_long);
            await ((Task)work).WaitAsync(source.Token).ConfigureAwait(false);
            await ((Task)work).WaitAsync(s_long, source.Token);
            trace.Add("result", await work.WaitAsync(s_long) + await work.WaitAsync(source.Token) + await work.WaitAsync(s_long, source.Token).ConfigureAwait(false));
            trace.Add("provider", await work.WaitAsync(s_long, TimeProvider.System) + await work.WaitAsync(s_long, TimeProvider.System, source.Token));
            await ((Task)work).WaitAsync(s_long, TimeProvider.System);
            trace.Add("zero", await work.WaitAsync(TimeSpan.Zero));
            trace.Add("cancelled", await work.WaitAsync(new CancellationToken(true)));
        }

        trace.Add("text", await OfText(Text()));
        trace.Add("generic", await Of(Text(), s_long) + await Of(Task.FromResult(3), s_long));
        trace.Add("infinite", await Later(4).WaitAsync(Timeout.InfiniteTimeSpan));
    }

    public static async Task Work_too_late(Trace trace)
    {
        using var source = new CancellationTokenSource();
        trace.Add("time", await Thrown(async () => await s_never.WaitAsync(TimeSpan.FromMilliseconds(1))));
        trace.Add("zero", await Thrown(async () => await s_never.WaitAsync(TimeSpan.Zero)));
        trace.Add("result", await Thrown(async () => await s_neverOne.WaitAsync(TimeSpan.FromMilliseconds(1), source.Token)));
        trace.Add("provider", await Thrown(async () => await s_neverOne.WaitAsync(TimeSpan.FromMilliseconds(1), TimeProvider.System).ConfigureAwait(false)));
        var late = new TaskCompletionSource<int>();
        trace.Add("late", await Thrown(async () => await late.Task.WaitAsync(TimeSpan.FromMilliseconds(1))));
        late.SetException(new FormatException("too late"));
        trace.Add("observed", late.Task.Exception?.InnerException?.Message);
    }

    public static async Task Cancelled_work(Trace trace)
    {
        foreach (var before in new[] { true, false })
        {
            using var source = new CancellationTokenSource();
            if (before)
            {
                source.Cancel();
            }

            var waiting = new Task[]
            {
                Wait(async () => await s_never.WaitAsync(source.Token)),
                Wait(async () => await s_neverOne.WaitAsync(source.Token).ConfigureAwait(false)),
                Wait(async () => await s_never.WaitAsync(s_long, source.Token)),
                Wait(async () => await s_neverOne.WaitAsync(Timeout.InfiniteTimeSpan, source.Token)),
            };
            source.Cancel();
            foreach (var task in waiting)
            {
                trace.Add(await Thrown(() => task), task.Status);
            }
        }

        trace.Add("of its own", await Thrown(async () => await Task.FromCanceled(new CancellationToken(true)).WaitAsync(s_long)));

        static Task Wait(Func<Task> call) => call();
    }

    public static async Task Failed_work(Trace trace)
    {
        var failed = new TaskCompletionSource<int>();
        var waiting = Thrown(async () => await failed.Task.WaitAsync(s_long));
        var same = Thrown(async () => await ((Task)failed.Task).WaitAsync(s_long, CancellationToken.None));
        failed.SetException([new FormatException("one"), new InvalidOperationException("two")]);
        trace.Add(await waiting, await same);
        trace.Add("at once", await Thrown(async () => await failed.Task.WaitAsync(TimeSpan.Zero)));
        trace.Add("wrong time", await Thrown(async () => await s_never.WaitAsync(TimeSpan.FromMilliseconds(-2))));
        trace.Add("wrong time of a completed one", await Thrown(async () => await Task.CompletedTask.WaitAsync(TimeSpan.MaxValue)));
        trace.Add("no task", await Thrown(async () => await None().WaitAsync(s_long)));
        trace.Add("no task, wrong time", await Thrown(async () => await None().WaitAsync(TimeSpan.FromMilliseconds(-2))));
        trace.Add("no provider", await Thrown(async () => await s_never.WaitAsync(s_long, NoProvider())));

        static Task None() => null!;
        static TimeProvider NoProvider() => null!;
    }

    public static void Places(Trace trace)
    {
        foreach (var capture in new[] { true, false })
        {
            var work = new TaskCompletionSource<int>();
            using var source = new CancellationTokenSource();
            var ofWork = Placed(trace, work.Task, source.Token, capture);
            OwnThread.Run("own thread", () => work.SetResult(1));
            ofWork.Wait();
            var ofToken = Placed(trace, s_never, source.Token, capture);
            OwnThread.Run("own thread", source.Cancel);
            ofToken.Wait();

            var context = new ManualContext("c");
            Task? posted = null;
            var other = new TaskCompletionSource<int>();
            context.Under(() => posted = Placed(trace, other.Task, CancellationToken.None, capture));
            OwnThread.Run("own thread", () => other.SetResult(1));
            trace.Add("posted", context.Posted);
            context.Run();
            posted!.Wait();
        }
    }

    private static async Task Placed(Trace trace, Task work, CancellationToken token, bool capture)
    {
        try
        {
            await work.WaitAsync(s_long, token).ConfigureAwait(capture);
            trace.Place("work");
        }
        catch (OperationCanceledException)
        {
            trace.Place("cancelled");
        }
    }

    private static async Task<string> OfText(Task<string> text) => "<" + await text.WaitAsync(s_long) + ">";

    private static async ValueTask<T> Of<T>(Task<T> work, TimeSpan time) => await work.WaitAsync(time).ConfigureAwait(false);

    private static async Task<int> Later(int number)
    {
        await Task.Yield();
        return number;
    }

    private static async Task<string> Text()
    {
        await Task.Yield();
        return "text";
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
#endif
