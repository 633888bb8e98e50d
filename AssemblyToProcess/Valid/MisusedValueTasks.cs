namespace AssemblyToProcess.Valid;

/// <summary>Callers that use a ValueTask in ways that its contract forbids, and callers that use ValueTasks of the same methods correctly.</summary>
public static partial class MisusedValueTasks
{
    private static ValueTask<int> s_kept;

    public interface IReader
    {
        ValueTask<int> Read(Turnstile turnstile, int value);
    }

    private delegate ValueTask<int> Getter(Turnstile? turnstile, int value, string outcome);

    public static async Task Awaited_once(Trace trace)
    {
        foreach (var outcome in new[] { "", "fails", "is cancelled" })
        {
            trace.Add(outcome, await Driven(async turnstile => await Value(turnstile, 1, outcome)));
            trace.Add(outcome, await Driven(async turnstile =>
            {
                await Nothing(turnstile, outcome);
                return 1;
            }));
        }
    }

    public static async Task Awaited_twice(Trace trace)
    {
        foreach (var outcome in new[] { "", "fails", "is cancelled", "at once", "fails at once" })
        {
            trace.Add(outcome, await Driven(turnstile => Twice(Value(turnstile, 2, outcome))));
            trace.Add(outcome, await Driven(async turnstile =>
            {
                var pending = Nothing(turnstile, outcome);
                for (var i = 0; i < 3; i++)
                {
                    await pending;
                }

                return 2;
            }));
        }
    }

    public static async Task Awaited_by_several_at_once(Trace trace)
    {
        foreach (var outcome in new[] { "", "fails" })
        {
            trace.Add(outcome, await Driven(async turnstile =>
            {
                var pending = Value(turnstile, 3, outcome);
                var first = Twice(pending);
                var second = Twice(pending);
                trace.Add("one waits", turnstile.Waiting);
                turnstile.Pass();
                return await first + await second;
            }));
        }
    }

    public static async Task Awaited_after_an_exception_and_in_finally(Trace trace)
    {
        foreach (var outcome in new[] { "", "fails", "is cancelled" })
        {
            trace.Add(outcome, await Driven(async turnstile =>
            {
                var pending = Value(turnstile, 4, outcome);
                for (var i = 0; i < 2; i++)
                {
                    try
                    {
                        trace.Add("try", await pending);
                    }
                    catch (Exception e)
                    {
                        trace.Add("catch", $"{e.GetType().Name} {await Caught(pending)}");
                    }
                    finally
                    {
                        trace.Add("finally", await Caught(pending));
                    }
                }

                return 4;
            }));
        }
    }

    public static async Task Kept_in_many_places(Trace trace)
    {
        trace.Add("field", await Driven(async turnstile =>
        {
            s_kept = Value(turnstile, 5, "");
            return await s_kept + await s_kept;
        }));
        trace.Add("array", await Driven(async turnstile =>
        {
            var all = new[] { Value(turnstile, 6, ""), default };
            return await all[0] + await all[1] + await all[0];
        }));
        trace.Add("list", await Driven(async turnstile =>
        {
            var all = new List<ValueTask<int>> { Value(turnstile, 7, ""), Value(turnstile, 8, "") };
            var sum = 0;
            foreach (var one in all.Concat(all))
            {
                sum += await one;
            }

            return sum;
        }));
        trace.Add("box", await Driven(async turnstile =>
        {
            object boxed = Value(turnstile, 9, "");
            return await (ValueTask<int>)boxed + await (ValueTask<int>)boxed;
        }));
        trace.Add("two lambdas", await Driven(async turnstile =>
        {
            var pending = Value(turnstile, 10, "");
            Func<Task<int>> one = async () => await pending;
            Func<Task<int>> other = async () => 1 + await pending;
            return await one() + await other();
        }));
    }

    public static async Task Asked_at_any_time(Trace trace)
    {
        foreach (var outcome in new[] { "", "fails", "is cancelled" })
        {
            trace.Add(outcome, await Driven(async turnstile =>
            {
                var pending = Value(turnstile, 11, outcome);
                trace.Add("before", Status(pending));
                turnstile.Pass();
                trace.Add("completed", Status(pending));
                trace.Add("once", await Caught(pending));
                trace.Add("afterwards", Status(pending));
                trace.Add("again", await Caught(pending));
                return 11;
            }));
        }
    }

    public static void As_tasks(Trace trace)
    {
        foreach (var outcome in new[] { "", "fails", "is cancelled" })
        {
            var turnstile = new Turnstile();
            var pending = Value(turnstile, 12, outcome);
            var task = pending.AsTask();
            trace.Add("same", ReferenceEquals(task, pending.AsTask()));
            trace.Add("equal", pending == pending.Preserve());
            trace.Add("before", task.Status);
            turnstile.Pass();
            trace.Add("after", task.Status);
            trace.Add("same", ReferenceEquals(task, pending.AsTask()));
            trace.Add("exception", task.Exception?.InnerExceptions.Single().Message);
        }
    }

    public static void Blocked_on_more_than_once(Trace trace)
    {
        foreach (var outcome in new[] { "", "fails", "is cancelled" })
        {
            var pending = Yielding(13, outcome);
            var threads = Enumerable.Range(0, 3).Select(_ => Task.Factory.StartNew(() => Blocked(pending), TaskCreationOptions.LongRunning)).ToArray();
            trace.Add(outcome, string.Join(", ", threads.Select(thread => thread.Result)));
            trace.Add(outcome, Blocked(pending));
        }

        trace.Add("awaited", Yielding(13, "").AsTask().Result);
    }

    public static async Task Through_interfaces(Trace trace)
    {
        foreach (var reader in new IReader[] { new Reader(), new Inheriting(), new Generic<string>("xyz") })
        {
            trace.Add(reader.GetType().Name, await Driven(async turnstile => await reader.Read(turnstile, 14)));
            trace.Add(reader.GetType().Name, await Driven(async turnstile =>
            {
                var pending = reader.Read(turnstile, 14);
                return await pending + await pending;
            }));
        }
    }

    public static async Task Of_other_sources_are_not_touched(Trace trace)
    {
        var source = new Source(trace);
        trace.Add("once", await Driven(async _ => await ((IReader)source).Read(null!, 15)));
        trace.Add("twice", await Driven(async _ =>
        {
            var pending = ((IReader)source).Read(null!, 15);
            trace.Add("called");
            return await pending + await pending;
        }));
    }

    public static async Task Through_delegates(Trace trace)
    {
        Getter get = Value;
        trace.Add("once", await Driven(async turnstile => await get(turnstile, 16, "")));
        trace.Add("twice", await Driven(async turnstile =>
        {
            var pending = get(turnstile, 16, "");
            return await pending + await pending;
        }));
    }

    public static async Task Of_generic_methods(Trace trace)
    {
        trace.Add("once", await Driven(async turnstile => (await Pair(turnstile, 17, new[] { 17 })).First));
        trace.Add("a value", await Driven(async turnstile => (await GenericTwice(turnstile, 17)).Length));
        trace.Add("a reference", await Driven(async turnstile => (await GenericTwice(turnstile, "reference")).Length));
        trace.Add("in a generic type", await Driven(async turnstile => (await new Generic<string>("held").Held(turnstile)).Length));
        trace.Add("in a generic type, twice", await Driven(async turnstile => (await new Generic<string>("held").HeldTwice(turnstile)).Length));
    }

    public static async Task Forwarded(Trace trace)
    {
        trace.Add("once", await Driven(async turnstile => await Forward(turnstile, 18)));
        trace.Add("twice", await Driven(async turnstile =>
        {
            var pending = Forward(turnstile, 18);
            return await pending + await pending;
        }));
        trace.Add("chosen", await Driven(async turnstile =>
        {
            var pending = turnstile.Waiting == 0 ? Forward(turnstile, 18) : Value(null, 19, "");
            return await pending + await pending;
        }));
    }

    public static void Complete_in_place_under_contexts_and_schedulers(Trace trace)
    {
        var turnstile = new Turnstile();
        var pending = Value(turnstile, 20, "");
        new ManualContext("C").Under(() =>
        {
            turnstile.Pass();
            trace.Add("under a context", pending.IsCompleted);
        });

        var other = Value(turnstile, 21, "");
        new ManualScheduler("S").Under(() =>
        {
            turnstile.Pass();
            trace.Add("under a scheduler", other.IsCompleted);
        }).Wait();
        trace.Add("results", pending.Result + pending.Result + other.Result + other.Result);
    }

    public static async Task Have_the_same_stack_trace(Trace trace)
    {
        var turnstile = new Turnstile();
        var pending = Value(turnstile, 22, "fails");
        turnstile.Pass();
        for (var i = 0; i < 2; i++)
        {
            try
            {
                await pending;
            }
            catch (InvalidOperationException e)
            {
                trace.Add("frames", StackFrames.Of(e));
            }
        }
    }

    public static void Keep_the_context_of_the_caller(Trace trace)
    {
        var turnstile = new Turnstile();
        var local = new AsyncLocal<string> { Value = "outer" };
        var pending = Value(turnstile, 23, "");
        local.Value = "later";
        var told = Told(pending);
        ExecutionContext.SuppressFlow();
        turnstile.Pass();
        ExecutionContext.RestoreFlow();
        trace.Add("told", told.Result);

        async Task<string> Told(ValueTask<int> pending) => $"{await pending} {local.Value} {await pending} {local.Value}";
    }
}
