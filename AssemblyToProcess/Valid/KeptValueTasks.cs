using System.Runtime.CompilerServices;

namespace AssemblyToProcess.Valid;

/// <summary>ValueTasks that are kept for a while, and consumed once at most.</summary>
public static class KeptValueTasks
{
    public static async Task Two_at_once(Trace trace)
    {
        foreach (var order in new[] { "ab", "ba", "-a", "b-" })
        {
            foreach (var failing in new[] { "", "a", "b", "ab" })
            {
                var (a, b) = (new Turnstile(), new Turnstile());
                var outcome = Outcome(Sum(Value(order[0] == '-' ? null : a, 1, failing), Value(order[1] == '-' ? null : b, 2, failing)));
                foreach (var one in order)
                {
                    (one == 'a' ? a : b).PassAll();
                }

                (order == "-a" ? b : a).PassAll();
                trace.Add($"{order} {failing}", await outcome);
            }
        }
    }

    public static async Task Started_before_other_work(Trace trace)
    {
        foreach (var failing in new[] { "", "a", "b", "ab" })
        {
            var turnstile = new Turnstile();
            var outcome = Outcome(Together(trace, turnstile, failing));
            turnstile.PassAll();
            trace.Add(failing, await outcome);
        }
    }

    public static async Task In_try_and_finally(Trace trace)
    {
        foreach (var failing in new[] { "", "a" })
        {
            foreach (var turnstile in new[] { null, new Turnstile() })
            {
                var outcome = Outcome(Guarded(trace, turnstile, failing));
                turnstile?.PassAll();
                trace.Add(failing, await outcome);
            }
        }
    }

    public static async Task In_a_loop(Trace trace)
    {
        var turnstile = new Turnstile();
        var outcome = Outcome(Ahead(turnstile));
        turnstile.PassAll();
        trace.Add("sum", await outcome);
    }

    public static async Task Only_where_it_is_not_complete(Trace trace)
    {
        foreach (var failing in new[] { "", "a" })
        {
            foreach (var turnstile in new[] { null, new Turnstile() })
            {
                var returned = Outcome(SlowOrNot(turnstile, failing).AsTask());
                turnstile?.PassAll();
                var awaited = Outcome(AwaitedOrNot(turnstile, failing).AsTask());
                turnstile?.PassAll();
                trace.Add(failing, (await returned, await awaited));
            }
        }
    }

    public static async Task By_others(Trace trace)
    {
        var turnstile = new Turnstile();
        var configured = Configured(turnstile);
        turnstile.PassAll();
        var logged = Logged(trace, turnstile);
        turnstile.PassAll();
        trace.Add("returned", (await configured, await logged));
        trace.Add("by reference", (Read(Value(null, 8, "")), Extension(Value(null, 9, ""))));
        var waited = Waited(Blocking(10));
        trace.Add("by awaiter or task", waited);
        var cast = Cast<int>(turnstile);
        turnstile.PassAll();
        trace.Add("cast", await cast);
    }

    public static async Task Dropped_on_some_paths(Trace trace)
    {
        foreach (var isWanted in new[] { true, false })
        {
            var turnstile = new Turnstile();
            var outcome = Outcome(Perhaps(turnstile, isWanted));
            turnstile.PassAll();
            trace.Add("perhaps", await outcome);
        }
    }

    private static async Task<int> Sum(ValueTask<int> a, ValueTask<int> b)
    {
        await Task.CompletedTask;
        return 10 * await a + await b;
    }

    private static async Task<int> Together(Trace trace, Turnstile turnstile, string failing)
    {
        var a = Value(turnstile, 1, failing);
        var b = Value(turnstile, 2, failing.Replace("a", "").Replace("b", "a"));
        await turnstile;
        trace.Add("between", (a.IsCompleted, b.IsCompleted));
        var first = await a;
        trace.Add("first", first);
        return first + await b;
    }

    private static async Task<int> Guarded(Trace trace, Turnstile? turnstile, string failing)
    {
        var pending = Value(turnstile, 3, failing);
        try
        {
            trace.Add("in");
            return await pending;
        }
        catch (InvalidOperationException e) when (e.Message.Length > 0)
        {
            await Task.Yield();
            throw new NotSupportedException(e.Message);
        }
        finally
        {
            trace.Add("out");
        }
    }

    // While one ValueTask is awaited, the next one is always in flight.
    private static async Task<int> Ahead(Turnstile turnstile)
    {
        var sum = 0;
        var next = Value(turnstile, 0, "");
        for (var i = 1; i <= 3; i++)
        {
            var current = next;
            next = Value(turnstile, i, "");
            sum += await current;
            await turnstile;
        }

        return sum + await next;
    }

    private static ValueTask SlowOrNot(Turnstile? turnstile, string failing)
    {
        var pending = Value(turnstile, 4, failing);
        if (!pending.IsCompletedSuccessfully)
        {
            return Slow(pending);
        }

        return default;

        static async ValueTask Slow(ValueTask<int> pending) => await pending;
    }

    private static async ValueTask AwaitedOrNot(Turnstile? turnstile, string failing)
    {
        var pending = Value(turnstile, 5, failing);
        if (!pending.IsCompletedSuccessfully)
        {
            await pending;
        }
        else
        {
            pending.GetAwaiter().GetResult();
        }
    }

    private static async Task<int> Configured(Turnstile turnstile) => await Anywhere(Value(turnstile, 6, ""));

    private static ConfiguredValueTaskAwaitable<T> Anywhere<T>(this ValueTask<T> pending) => pending.ConfigureAwait(false);

    private static async Task<int> Logged(Trace trace, Turnstile turnstile) => await Told(trace, Value(turnstile, 7, ""));

    private static ValueTask<int> Told(Trace trace, ValueTask<int> pending)
    {
        trace.Add("pending", pending.IsCompleted);
        return pending;
    }

    private static int Read(in ValueTask<int> pending) => pending.Result;

    private static int Extension(in this ValueTask<int> pending) => pending.GetAwaiter().GetResult();

    private static int Waited(ValueTask<int> pending)
    {
        var awaiter = pending.GetAwaiter();
        return awaiter.IsCompleted ? awaiter.GetResult() : pending.AsTask().GetAwaiter().GetResult();
    }

    private static ValueTask<T> Cast<T>(Turnstile turnstile)
    {
        if (typeof(T) == typeof(int))
        {
            return (ValueTask<T>)(object)Value(turnstile, 11, "");
        }

        return default;
    }

    private static async Task<int> Perhaps(Turnstile turnstile, bool isWanted)
    {
        var pending = Value(turnstile, 12, "");
        await turnstile;
        return isWanted ? await pending : 0;
    }

    private static async ValueTask<int> Value(Turnstile? turnstile, int value, string failing)
    {
        if (turnstile != null)
        {
            await turnstile;
        }

        return failing.Contains((char)('a' + value - 1)) || (value > 2 && failing.Length > 0) ? throw new InvalidOperationException($"failed {value}") : value;
    }

    private static async ValueTask<int> Blocking(int value)
    {
        await Task.Yield();
        return value;
    }

    private static async Task<string> Outcome(Task task)
    {
        try
        {
            await task;
            return task is Task<int> { Result: var result } ? $"{result}" : "done";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name}: {e.Message}";
        }
    }
}
