namespace AssemblyToProcess.Valid;

/// <summary>Calls of Task.WhenAny that are awaited directly, and some that are not.</summary>
public static class WhenAnyAwaited
{
    private static readonly Task s_never = new TaskCompletionSource<bool>().Task;
    private static readonly Task<int> s_one = Task.FromResult(1);
    private static readonly Task<int> s_neverOne = new TaskCompletionSource<int>().Task;

    public static async Task Completed(Trace trace)
    {
        trace.Add("two", Winner.Of(await Task.WhenAny(s_never, s_one), s_never, s_one));
        trace.Add("three", Winner.Of(await Task.WhenAny(s_never, s_never, s_one), s_never, s_one));
        trace.Add("four", Winner.Of(await Task.WhenAny(s_one, s_never, s_never, s_one), s_never, s_one));
        trace.Add("configured", Winner.Of(await Task.WhenAny(s_never, s_one).ConfigureAwait(false), s_never, s_one));
        trace.Add("result", await await Task.WhenAny(s_neverOne, s_one, s_neverOne));
        trace.Add("configured result", await (await Task.WhenAny(s_neverOne, s_one, s_neverOne, s_one).ConfigureAwait(true)).ConfigureAwait(false));
        await Task.WhenAny(s_one, s_never);
        await Task.WhenAny(s_one, s_never, s_never).ConfigureAwait(false);
        trace.Add("failed", Winner.Of(await Task.WhenAny(Task.FromException(new FormatException()), s_never, s_one), s_never));
        trace.Add("compared", await Task.WhenAny(s_never, s_one) == s_one && (await Task.WhenAny(s_one, s_never)).IsCompleted);
    }

    public static async Task Pending(Trace trace)
    {
        for (var count = 2; count <= 4; count++)
        {
            for (var first = 0; first < count; first++)
            {
                var sources = Enumerable.Range(0, 4).Select(_ => new TaskCompletionSource<int>()).ToArray();
                var tasks = Array.ConvertAll(sources, source => source.Task);
                Task waiting = count == 2 ? Two(trace, tasks[0], tasks[1]).AsTask()
                    : count == 3 ? Three(trace, tasks[0], tasks[1], tasks[2])
                    : Four(trace, tasks[0], tasks[1], tasks[2], tasks[3]);
                trace.Add("waiting", waiting.IsCompleted);
                sources[first].SetResult(first);
                sources[(first + 1) % 4].SetException(new FormatException("second"));
                sources[(first + 2) % 4].SetCanceled();
                trace.Add("ended", waiting.Status);
                await waiting;
                trace.Add("observed", string.Join(" ", tasks.Select(task => task.Exception?.InnerException?.Message)));
            }
        }
    }

    public static async Task With_others_between(Trace trace)
    {
        // The awaiters of these calls have the same types, so the compiler may put them into the same variables and fields.
        var turnstile = new Turnstile();
        var all = Between(turnstile, trace);
        while (turnstile.Waiting > 0)
        {
            turnstile.Pass();
        }

        await all;
    }

    public static async Task In_handlers(Trace trace)
    {
        for (var i = 0; i < 2; i++)
        {
            var source = new TaskCompletionSource<int>();
            var handled = Handled(i == 0, source.Task, trace);
            source.SetResult(i);
            await handled;
        }

        trace.Add("null", await Caught(() => Nulls(null!, s_one)));
        trace.Add("null among three", await Caught(() => Nulls(s_one, null!, s_one)));
        trace.Add("null array", await Caught(() => OfArray(null!)));
        trace.Add("empty array", await Caught(() => OfArray()));
        trace.Add("hole in an array", await Caught(() => OfArray(s_one, s_one, null!)));
        trace.Add("thrown", await Caught(async () => await Task.WhenAny(s_never, s_never, Throws("in an argument"))));
    }

    public static async Task Of_arrays(Trace trace)
    {
        for (var length = 1; length < 6; length++)
        {
            var tasks = Enumerable.Repeat(s_never, length - 1).Append(s_one).ToArray();
            trace.Add("of an array", await OfArray(tasks) == s_one);
            trace.Add("of a list", await Task.WhenAny(tasks.ToList()) == s_one);
        }
    }

    public static async Task In_other_members(Trace trace)
    {
        Func<Task, Task<string>> lambda = async task => "lambda " + (await Task.WhenAny(task, s_never, s_one)).Status;
        trace.Add(await lambda(s_never));
        trace.Add(await Local(s_one));
        trace.Add(await new Struct(s_one).Member());
        var done = new TaskCompletionSource<bool>();
        Void(trace, done);
        await done.Task;
        await foreach (var item in Items())
        {
            trace.Add("item", item);
        }

        static async ValueTask<string> Local(Task task) => "local " + (await Task.WhenAny(task, s_never).ConfigureAwait(false)).Status;
    }

    public static async Task Not_where_it_stands(Trace trace)
    {
        var any = Task.WhenAny(s_never, s_one, s_never);
        trace.Add("variable", Winner.Of(await any, s_never, s_one) + Winner.Of(await any.ConfigureAwait(false), s_one));
        var two = Task.WhenAny(s_never, s_one);
        trace.Add("two", await two == s_one && two.IsCompleted);
        trace.Add("chosen", Winner.Of(await (trace.Lines.Count > 0 ? Task.WhenAny(s_never, s_never, s_one) : Task.WhenAny(s_one, s_never, s_never)), s_one));
        trace.Add("blocking", Winner.Of(Task.WhenAny(s_never, s_never, s_one).GetAwaiter().GetResult(), s_one));
        trace.Add("by hand", Task.WhenAny(s_never, s_one).ConfigureAwait(false).GetAwaiter().IsCompleted);
        trace.Add("returned", await Returned(s_never, s_one) == s_one);
        trace.Add("all", (await Task.WhenAll(Task.WhenAny(s_never, s_one), Task.WhenAny(s_one, s_never, s_never))).Length);
        trace.Add("continued", await await Task.WhenAny(s_never, s_never, s_one).ContinueWith(t => t.Result.ContinueWith(r => r.Status)));
#if NET
        trace.Add("options", Winner.Of(await Task.WhenAny(s_never, s_one).ConfigureAwait(ConfigureAwaitOptions.ForceYielding), s_one));
        trace.Add("in time", await Task.WhenAny(s_never, s_one).WaitAsync(TimeSpan.FromMinutes(1)) == s_one);
#endif
    }

    private static async ValueTask<int> Two(Trace trace, Task<int> a, Task<int> b)
    {
        var winner = await Task.WhenAny(a, b);
        trace.Add("two", Winner.Of(winner, a, b));
        return await winner;
    }

    private static async Task Three(Trace trace, Task<int> a, Task b, Task c)
    {
        var winner = await Task.WhenAny(a, b, c).ConfigureAwait(false);
        trace.Add("three", Winner.Of(winner, a, b, c));
        await winner;
    }

    private static async Task<int> Four(Trace trace, Task<int> a, Task<int> b, Task<int> c, Task<int> d)
    {
        trace.Add("four", Winner.Of(await Task.WhenAny(a, b, c, d), a, b, c, d));
        return d.Id > 0 ? 4 : 0;
    }

    private static async Task Between(Turnstile turnstile, Trace trace)
    {
        trace.Add("a", Winner.Of(await Task.WhenAny(After(turnstile), s_never), s_never));
        var any = Task.WhenAny(s_never, After(turnstile), s_never);
        trace.Add("b", Winner.Of(await any, s_never));
        trace.Add("c", Winner.Of(await Nested(turnstile), s_never));
        trace.Add("d", Winner.Of(await Task.WhenAny(s_never, After(turnstile), s_never, s_never), s_never));
        trace.Add("e", Winner.Of(await Task.WhenAny(After(turnstile), s_never).ConfigureAwait(false), s_never));
        trace.Add("f", Winner.Of(await any.ConfigureAwait(false), s_never));
        trace.Add("g", Winner.Of(await Task.WhenAny(await Nested(turnstile), After(turnstile), s_never).ConfigureAwait(false), s_never));
        trace.Add("h", await (await Task.WhenAny(AfterWithResult(turnstile, 8), s_neverOne)) + await await Task.WhenAny(s_neverOne, AfterWithResult(turnstile, 9)));
        while (await Task.WhenAny(After(turnstile), s_never) == s_never || trace.Lines.Count < 12)
        {
            trace.Add("i");
        }
    }

    private static async Task<Task> Nested(Turnstile turnstile)
    {
        await turnstile;
        return s_one;
    }

    private static async Task After(Turnstile turnstile) => await turnstile;

    private static async Task<int> AfterWithResult(Turnstile turnstile, int result)
    {
        await turnstile;
        return result;
    }

    private static async Task Handled(bool throws, Task<int> task, Trace trace)
    {
        try
        {
            trace.Add("try", Winner.Of(await Task.WhenAny(task, s_never), task));
            if (throws)
            {
                throw new FormatException("handled");
            }
        }
        catch (FormatException e)
        {
            trace.Add("catch", Winner.Of(await Task.WhenAny(s_never, task, s_never), task) + e.Message);
        }
        finally
        {
            trace.Add("finally", Winner.Of(await Task.WhenAny(s_never, s_never, task, s_never).ConfigureAwait(false), task));
        }
    }

    private static async Task<string> Caught(Func<Task> call)
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

    private static async Task Nulls(Task a, Task b)
    {
        await Task.Yield();
        await Task.WhenAny(a, b);
    }

    private static async Task Nulls(Task a, Task b, Task c)
    {
        await Task.Yield();
        await Task.WhenAny(a, b, c).ConfigureAwait(false);
    }

    private static async Task<Task> OfArray(params Task[] tasks) => await Task.WhenAny(tasks);

    private static Task Throws(string message) => throw new FormatException(message);

    private static Task<Task> Returned(Task a, Task b) => Task.WhenAny(a, b, a);

    private static async void Void(Trace trace, TaskCompletionSource<bool> done)
    {
        await Task.WhenAny(Task.Run(() => { }), s_never, s_never);
        trace.Add("void");
        done.SetResult(true);
    }

    private static async IAsyncEnumerable<string> Items()
    {
        yield return "first " + (await Task.WhenAny(s_never, s_one)).Status;
        yield return "second " + (await Task.WhenAny(Task.Run(() => { }), s_never, s_never).ConfigureAwait(false)).Status;
    }

    private readonly struct Struct
    {
        private readonly Task _task;

        public Struct(Task task) => _task = task;

        public async Task<string> Member() => "struct " + (await Task.WhenAny(s_never, _task, s_never)).Status;
    }
}
