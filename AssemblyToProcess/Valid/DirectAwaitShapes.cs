namespace AssemblyToProcess.Valid;

/// <summary>Calls of the assembly's async methods that are awaited directly, in all places and forms in which they occur.</summary>
public static class DirectAwaitShapes
{
    private const int Uncached = 5000;

    public static void Suspending(Trace trace)
    {
        var turnstile = new Turnstile();
        var calls = new (string Name, Func<Task<string>> Call)[]
        {
            ("plain", async () => $"{await Plain(turnstile, 1)}"),
            ("without a result", async () => { await Nothing(turnstile); return "done"; }),
            ("configured", async () => $"{await Plain(turnstile, 2).ConfigureAwait(false)}"),
            ("configured, without a result", async () => { await Nothing(turnstile).ConfigureAwait(true); return "done"; }),
            ("twice", async () => $"{await Plain(turnstile, 3) + await Plain(turnstile, 4)}"),
            ("in a loop", () => InALoop(turnstile)),
            ("as arguments", async () => string.Join(",", await Plain(turnstile, 5), "between", await Plain(turnstile, 6))),
            ("in try", () => InTry(turnstile)),
            ("recursive", async () => $"{await Recursive(turnstile, 4)}"),
            ("of a generic method", async () => await Generic(turnstile, "a", 1)),
            ("of a generic type", async () => await new Holder<string>("b").Both<int>(turnstile, 2)),
            ("of a local function", () => OfALocalFunction(turnstile, 7)),
            ("of a struct", () => OfAStruct(turnstile)),
            ("of a base class", () => new Derived(turnstile).Load()),
            ("of this", () => new Derived(turnstile).Other()),
            ("conditional", async () => $"{(turnstile.Waiting < 0 ? await Plain(turnstile, 8) : await Plain(turnstile, 9))}"),
            ("of a lambda", async () => await Twice(async () => await Plain(turnstile, 10))),
#if NET
            ("in an iterator", () => Sum(Numbers(turnstile))),
#endif
        };
        foreach (var (name, call) in calls)
        {
            var task = call();
            while (!task.IsCompleted)
            {
                turnstile.Pass();
            }

            trace.Add(name, task.Result);
        }
    }

    public static async Task At_once(Trace trace)
    {
        var sum = 0;
        for (var i = 0; i < 10; i++)
        {
            sum += await Immediate(i);
        }

        trace.Add("at once", sum);
        await ImmediateNothing(1);
        trace.Add("of a struct that completes at once", await new Counter(41).Next(null));
    }

    private static async Task<int> Plain(Turnstile turnstile, int value)
    {
        await turnstile;
        return Uncached + value;
    }

    private static async Task Nothing(Turnstile turnstile) => await turnstile;

    private static async Task<int> Immediate(int value)
    {
        if (value < 0)
        {
            await Task.Yield();
        }

        return Uncached + value;
    }

    private static async Task ImmediateNothing(int value)
    {
        if (value < 0)
        {
            await Task.Yield();
        }
    }

    private static async Task<string> InALoop(Turnstile turnstile)
    {
        var sum = 0;
        foreach (var value in new[] { 1, 2, 3 })
        {
            sum += await Plain(turnstile, value) + await Immediate(value);
        }

        return $"{sum}";
    }

    private static async Task<string> InTry(Turnstile turnstile)
    {
        var text = "";
        try
        {
            text += await Plain(turnstile, 1);
            await Failing(turnstile);
        }
        catch (InvalidOperationException e) when (e.Message.Length > 0)
        {
            text += $" caught {await Plain(turnstile, 2)}";
        }
        finally
        {
            text += $" finally {await Plain(turnstile, 3)}";
        }

        return text;
    }

    private static async Task Failing(Turnstile turnstile)
    {
        await turnstile;
        throw new InvalidOperationException("failed");
    }

    private static async Task<int> Recursive(Turnstile turnstile, int depth)
    {
        await turnstile;
        return depth == 0 ? Uncached : 1 + await Recursive(turnstile, depth - 1);
    }

    private static async Task<string> Generic<T, U>(Turnstile turnstile, T one, U other)
        where T : class
        where U : struct
    {
        await turnstile;
        return $"{typeof(T).Name} {one}, {typeof(U).Name} {other}";
    }

    private static async Task<string> OfALocalFunction(Turnstile turnstile, int value)
    {
        return $"{await Capturing()} {await Static(turnstile, value)}";

        async Task<int> Capturing()
        {
            await turnstile;
            return value++;
        }

        static async Task<int> Static(Turnstile turnstile, int value)
        {
            await turnstile;
            return Uncached + value;
        }
    }

    private static async Task<string> OfAStruct(Turnstile turnstile)
    {
        var counter = new Counter(100);
        var first = await counter.Next(turnstile);
        var second = await counter.Next(turnstile);
        return $"{first} {second} {counter.Value}";
    }

    private static async Task<string> Twice(Func<Task<int>> call) => $"{await call() + await call()}";

#if NET
    private static async IAsyncEnumerable<int> Numbers(Turnstile turnstile)
    {
        for (var i = 0; i < 3; i++)
        {
            yield return await Plain(turnstile, i);
        }
    }

    private static async Task<string> Sum(IAsyncEnumerable<int> numbers)
    {
        var sum = 0;
        await foreach (var number in numbers)
        {
            sum += number;
        }

        return $"{sum}";
    }
#endif

    private sealed class Holder<T>(T value)
    {
        public async Task<string> Both<U>(Turnstile turnstile, U other) =>
            $"{await Own(turnstile)} {await Other(turnstile, other)} {await Nested<U>.Of(turnstile, value)}";

        private async Task<T> Own(Turnstile turnstile)
        {
            await turnstile;
            return value;
        }

        private static async Task<(T?, U)> Other<U>(Turnstile turnstile, U other)
        {
            await turnstile;
            return (default, other);
        }

        private static class Nested<U>
        {
            public static async Task<string> Of(Turnstile turnstile, T value)
            {
                await turnstile;
                return $"{typeof(T).Name} {typeof(U).Name} {value}";
            }
        }
    }

    // The machine has a copy of the struct, so the call does not change the caller's struct.
    private struct Counter(int value)
    {
        public int Value { get; private set; } = value;

        public async Task<int> Next(Turnstile? turnstile)
        {
            Value++;
            if (turnstile != null)
            {
                await turnstile;
            }

            return Uncached + Value;
        }
    }

    private class Base(Turnstile turnstile)
    {
        protected Turnstile Turnstile => turnstile;

        public virtual async Task<string> Load()
        {
            await turnstile;
            return "base";
        }

        public async Task<string> Other() => $"{await Protected(1)}";

        protected async Task<int> Protected(int value)
        {
            await turnstile;
            return Uncached + value;
        }
    }

    private sealed class Derived(Turnstile turnstile) : Base(turnstile)
    {
        public override async Task<string> Load()
        {
            await Turnstile;
            return $"{await base.Load()}, derived, {await Protected(2)}";
        }
    }
}
