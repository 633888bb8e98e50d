namespace AssemblyToProcess.Valid;

/// <summary>Tasks of the assembly's own methods that are started first and awaited later, once.</summary>
public static class DirectAwaitKept
{
    public static async Task Two_at_once(Trace trace)
    {
        foreach (var order in new[] { "ab", "ba", "-a", "b-", "--" })
        {
            foreach (var failing in new[] { "", "a", "b", "ab" })
            {
                var (a, b) = (new Turnstile(), new Turnstile());
                var outcome = Outcome(Sum(order[0] == '-' ? null : a, order[1] == '-' ? null : b, failing));
                foreach (var one in order)
                {
                    (one == 'b' ? b : a).PassAll();
                }

                a.PassAll();
                b.PassAll();

                trace.Add($"{order} {failing}", await outcome);
            }
        }
    }

    public static async Task In_every_order(Trace trace)
    {
        var turnstile = new Turnstile();
        var outcome = Outcome(Ordered(trace, turnstile));
        turnstile.PassAll();
        trace.Add("sum", await outcome);
    }

    public static async Task In_try_and_finally(Trace trace)
    {
        foreach (var failing in new[] { "", "a", "b", "ab" })
        {
            var turnstile = new Turnstile();
            var outcome = Outcome(Guarded(trace, turnstile, failing));
            turnstile.PassAll();
            trace.Add(failing, await outcome);
        }
    }

    public static async Task In_a_loop(Trace trace)
    {
        var turnstile = new Turnstile();
        var outcome = Outcome(Loop(turnstile));
        turnstile.PassAll();
        trace.Add("sum", await outcome);
    }

    public static async Task In_two_ways(Trace trace)
    {
        foreach (var isTyped in new[] { true, false })
        {
            var turnstile = new Turnstile();
            var outcomes = new[] { Outcome(TypedFirst(turnstile, isTyped)), Outcome(TypedLast(turnstile, isTyped)) };
            turnstile.PassAll();
            trace.Add($"typed {isTyped}", string.Join(" ", await Task.WhenAll(outcomes)));
        }
    }

    public static async Task With_type_parameters(Trace trace)
    {
        var turnstile = new Turnstile();
        var text = Pair(turnstile, "a", "b");
        var number = new Pairs<int>().Of(turnstile, 1, 2);
        turnstile.PassAll();
        trace.Add("pairs", (await text, await number));
    }

    public static async Task Only_where_it_is_wanted(Trace trace)
    {
        foreach (var isWanted in new[] { true, false })
        {
            var turnstile = new Turnstile();
            var outcome = Outcome(Perhaps(turnstile, isWanted));
            turnstile.PassAll();
            trace.Add($"{isWanted}", await outcome);
        }
    }

    public static async Task One_of_two(Trace trace)
    {
        foreach (var isFirst in new[] { true, false })
        {
            var turnstile = new Turnstile();
            var outcome = Outcome(Chosen(turnstile, isFirst));
            turnstile.PassAll();
            trace.Add($"{isFirst}", await outcome);
        }
    }

    /// <summary>If a method throws before it awaits a task that it started, the task's exception is still reported as unobserved.</summary>
    public static void That_nobody_awaits_when_another_fails(Trace trace)
    {
        foreach (var method in new Func<Turnstile, Task>[] { Dropped, DroppedAtOnce })
        {
            var exceptions = new List<string>();
            EventHandler<UnobservedTaskExceptionEventArgs> note = (_, arguments) =>
            {
                lock (exceptions)
                {
                    exceptions.AddRange(arguments.Exception.InnerExceptions.Where(e => e is DroppedException).Select(e => e.Message));
                }
            };
            TaskScheduler.UnobservedTaskException += note;
            Drop(method);
            for (var i = 0; i < 3; i++)
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
            }

            TaskScheduler.UnobservedTaskException -= note;
            trace.Add(method.Method.Name, string.Join(", ", exceptions));
        }
    }

    [System.Runtime.CompilerServices.MethodImpl(System.Runtime.CompilerServices.MethodImplOptions.NoInlining)]
    private static void Drop(Func<Turnstile, Task> method)
    {
        var turnstile = new Turnstile();
        var task = method(turnstile);
        turnstile.PassAll();
        _ = task.Exception;
    }

    private static async Task Dropped(Turnstile turnstile)
    {
        var a = Fail(turnstile, new InvalidOperationException("first"));
        var b = Fail(turnstile, new DroppedException("second"));
        await a;
        await b;
    }

    private static async Task DroppedAtOnce(Turnstile turnstile)
    {
        var b = Fail(null, new DroppedException("at once"));
        await turnstile;
        Throw();
        await b;
    }

    private static void Throw() => throw new InvalidOperationException("between");

    private static async Task<int> Sum(Turnstile? first, Turnstile? second, string failing)
    {
        var a = Value(first, 1, failing.Contains('a'));
        var b = Value(second, 2, failing.Contains('b'));
        return 10 * await a + await b;
    }

    private static async Task<int> Ordered(Trace trace, Turnstile turnstile)
    {
        trace.Add("start");
        var a = Told(trace, turnstile, 1);
        trace.Add("between");
        var b = Told(trace, turnstile, 2);
        trace.Add("started");
        var second = await b.ConfigureAwait(false);
        trace.Add("second");
        var first = await a;
        trace.Add("first");
        return first * 10 + second;
    }

    private static async Task<int> Guarded(Trace trace, Turnstile turnstile, string failing)
    {
        var a = Value(turnstile, 3, failing.Contains('a'));
        try
        {
            var b = Value(turnstile, 4, failing.Contains('b'));
            await turnstile;
            return await b;
        }
        catch (InvalidOperationException e)
        {
            trace.Add("caught", e.Message);
            return -1;
        }
        finally
        {
            trace.Add("finally");
            await a;
        }
    }

    private static async Task<int> Loop(Turnstile turnstile)
    {
        var sum = 0;
        for (var i = 0; i < 3; i++)
        {
            var a = Value(turnstile, i, false);
            await turnstile;
            sum += await a;
        }

        return sum;
    }

    private static async Task<int> TypedFirst(Turnstile turnstile, bool isTyped)
    {
        var task = Value(turnstile, 1, false);
        if (isTyped)
        {
            return await task;
        }

        await (Task)task;
        await turnstile;
        return 2;
    }

    private static async Task<int> TypedLast(Turnstile turnstile, bool isTyped)
    {
        var task = Value(turnstile, 1, false);
        if (!isTyped)
        {
            await ((Task)task).ConfigureAwait(false);
            await turnstile;
            return 2;
        }

        return await task;
    }

    private static async Task<(T, T)> Pair<T>(Turnstile turnstile, T one, T other)
    {
        var a = Same(turnstile, one);
        var b = Same(turnstile, other);
        return (await a, await b);
    }

    private static async Task<T> Same<T>(Turnstile turnstile, T value)
    {
        await turnstile;
        return value;
    }

    private static async Task<int> Perhaps(Turnstile turnstile, bool isWanted)
    {
        var a = Value(turnstile, 5, false);
        await turnstile;
        if (isWanted)
        {
            return await a;
        }

        return 0;
    }

    private static async Task<int> Chosen(Turnstile turnstile, bool isFirst)
    {
        Task<int> a;
        if (isFirst)
        {
            a = Value(turnstile, 6, false);
        }
        else
        {
            a = Value(turnstile, 7, false);
        }

        var b = isFirst ? Value(turnstile, 8, false) : Same(turnstile, 9);
        await turnstile;
        return await a + await b + await (isFirst ? Value(turnstile, 10, false) : Same(turnstile, 11)).ConfigureAwait(false);
    }

    private static async Task<int> Value(Turnstile? turnstile, int value, bool isFailing)
    {
        if (turnstile != null)
        {
            await turnstile;
        }

        return isFailing ? throw new InvalidOperationException($"failed {value}") : value;
    }

    private static async Task<int> Told(Trace trace, Turnstile turnstile, int value)
    {
        trace.Add("called", value);
        await turnstile;
        trace.Add("resumed", value);
        return value;
    }

    private static async Task Fail(Turnstile? turnstile, Exception exception)
    {
        if (turnstile != null)
        {
            await turnstile;
        }

        throw exception;
    }

    private static async Task<string> Outcome<T>(Task<T> task)
    {
        try
        {
            return $"{await task}";
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name}: {e.Message}";
        }
    }

    private sealed class DroppedException(string message) : Exception(message);

    private sealed class Pairs<T>
    {
        public async Task<(T, T)> Of(Turnstile turnstile, T one, T other)
        {
            var a = Same(turnstile, one);
            var b = Same(turnstile, other);
            return (await a, await b);
        }

        private async Task<T> Same(Turnstile turnstile, T value)
        {
            await turnstile;
            return value;
        }
    }
}
