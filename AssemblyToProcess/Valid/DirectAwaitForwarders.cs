namespace AssemblyToProcess.Valid;

/// <summary>Methods that are not async and return the tasks of other methods.</summary>
public static partial class DirectAwaitForwarders
{
    private static readonly TaskCompletionSource<int> s_source = new();

    public static void Forwarding(Trace trace)
    {
        s_source.TrySetResult(77);
        var turnstile = new Turnstile();
        var calls = new (string Name, Func<Task<object>> Call)[]
        {
            ("overload", async () => await Load(turnstile)),
            ("without a result", async () => { await Save(turnstile); return "saved"; }),
            ("of several", async () => $"{await Several(turnstile, 0)} {await Several(turnstile, 1)} {await Several(turnstile, 2)}"),
            ("of several, branching", async () => $"{await Branching(turnstile, 0)} {await Branching(turnstile, 1)} {await Branching(turnstile, 2)}"),
            ("of a result", async () => await Result(123456)),
            ("of a forwarder", async () => await OfAForwarder(turnstile)),
            ("of itself", async () => await OfItself(turnstile, 3)),
            ("generic", async () => await Generic(turnstile, "x")),
            ("of a generic type", async () => await new Holder<long>(5).Get(turnstile)),
            ("by reference", async () => await ByReference(turnstile, 5)),
            ("of a struct", async () => await new Counter(1).Get(turnstile)),
            ("kept as well", async () => { var kept = await Kept(turnstile); return $"{kept} {s_kept!.Status}"; }),
            ("with a local", async () => await WithALocal(turnstile, 2)),
            ("of a ValueTask", async () => $"{await OfAValueTask(turnstile)} {await OfAValueTask(turnstile, 0)} {await OfAValueTask(turnstile, 1)} {await OfAValueTask(turnstile, 2)}"),
            ("of a ValueTask without a result", async () => { await OfAValueTaskWithoutAResult(turnstile); return "saved"; }),
            ("of a ValueTask over a source", async () => $"{await OfASource(new Signalled(turnstile))} {await OfASource(new Held())} {await OfASource(new HeldByATask())}"),
            ("a null task that is not returned", async () => $"{await NotReturned(turnstile, true)} {s_seen}"),
            ("of a ValueTask of a generic method", async () => await OfAGenericValueTask(turnstile, "x")),
            ("of a local function", async () => $"{await OfALocalFunction(turnstile, 0)} {await OfALocalFunction(turnstile, 1)} {await OfALocalFunction(turnstile, 3)}"),
            ("of a local function of a generic type", async () => await new Holder<long>(6).GetWith(turnstile, "y")),
            ("beside a local function", async () => $"{await BesideALocalFunction(turnstile, 2)} {await BesideALocalFunction(turnstile, 5)} {await BesideALocalFunction(turnstile, 9)}"),
            ("beside a generic local function", async () => await new Holder<long>(7).GetBeside(turnstile, "z")),
            ("complete", async () => { await Complete(turnstile, true); await Complete(turnstile, false); return "complete"; }),
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

    public static async Task Failing(Trace trace)
    {
        await Caught(trace, "throws itself", async () => await Checked(null));
        await Caught(trace, "a null task", async () => await Null(0));
        await Caught(trace, "a null task without a result", async () => await NullNothing(0));
        await Caught(trace, "the task fails", async () => await Checked("fails"));
        await Caught(trace, "the ValueTask fails", async () => await OfAFailure(null));
        await Caught(trace, "the ValueTask is cancelled", async () => await OfAFailure(new OperationCanceledException("cancelled")));
        await Caught(trace, "a null object", async () => await ((Service)null!).Get(1));
        await Caught(trace, "a null object's forwarder", async () => await ((Service)null!).Forward(1));
    }

    private static async Task Caught(Trace trace, string name, Func<Task> call)
    {
        try
        {
            await call();
            trace.Add(name, "nothing");
        }
        catch (Exception e)
        {
            trace.Add(name, e);
        }
    }

    private static Task<int> Load(Turnstile turnstile) => Load(turnstile, 1);

    private static async Task<int> Load(Turnstile turnstile, int value)
    {
        await turnstile;
        return 5000 + value;
    }

    private static Task Save(Turnstile turnstile) => Save(turnstile, 1);

    private static async Task Save(Turnstile turnstile, int value)
    {
        await turnstile;
        _ = value;
    }

    private static Task<int> Several(Turnstile turnstile, int kind) => kind switch
    {
        0 => Load(turnstile, 10),
        1 => Task.FromResult(4711),
        _ => s_source.Task,
    };

    private static Task<int> Branching(Turnstile turnstile, int kind)
    {
        if (kind == 0)
        {
            return Load(turnstile, 20);
        }

        if (kind == 1)
        {
            return Task.FromResult(4712);
        }

        return s_source.Task;
    }

    private static Task<int> OfAValueTask(Turnstile turnstile) => LoadValue(turnstile, 50).AsTask();

    private static Task<int> OfAValueTask(Turnstile turnstile, int kind) => kind switch
    {
        0 => LoadValue(turnstile, 60).AsTask(),
        1 => Task.FromResult(4713),
        _ => Load(turnstile, 70),
    };

    private static Task OfAValueTaskWithoutAResult(Turnstile turnstile) => SaveValue(turnstile, 1).AsTask();

    private static Task<int> OfASource(Source source) => source.Get().AsTask();

    private static Task<T> OfAGenericValueTask<T>(Turnstile turnstile, T value) => LoadGeneric(turnstile, value).AsTask();

    private static Task<int> OfAFailure(Exception? failure) => FailValue(failure ?? new InvalidOperationException("failed")).AsTask();

    private static async ValueTask<int> LoadValue(Turnstile turnstile, int value)
    {
        await turnstile;
        return 5000 + value;
    }

    private static async ValueTask SaveValue(Turnstile turnstile, int value)
    {
        await turnstile;
        _ = value;
    }

    private static async ValueTask<T> LoadGeneric<T>(Turnstile turnstile, T value)
    {
        await turnstile;
        return value;
    }

    private static async ValueTask<int> FailValue(Exception failure)
    {
        await Task.Yield();
        throw failure;
    }

    private static Task<int> OfALocalFunction(Turnstile turnstile, int kind)
    {
        return kind == 0 ? Task.FromResult(4714) : Slowly(turnstile, kind);

        static async Task<int> Slowly(Turnstile turnstile, int kind)
        {
            await turnstile;
            return kind > 1 ? 1 + await Slowly(turnstile, kind - 1) : 5080;
        }
    }

    private static Task<int> BesideALocalFunction(Turnstile turnstile, int kind)
    {
        var limit = kind - 3;
        if (IsLarge(kind))
        {
            return Slowly(turnstile, kind);
        }

        return Task.FromResult(Half(kind));

        static int Half(int kind) => kind > 1 ? Half(kind - 2) + 1 : 0;

        bool IsLarge(int kind) => Half(kind) > 2 && limit > 3;

        static async Task<int> Slowly(Turnstile turnstile, int kind)
        {
            await turnstile;
            return Half(kind);
        }
    }

    private static Task<int> Result(int value) => Task.FromResult(value);

    private static Task<int> OfAForwarder(Turnstile turnstile) => Load(turnstile);

    private static Task<int> OfItself(Turnstile turnstile, int depth) => depth == 0 ? Load(turnstile, 30) : OfItself(turnstile, depth - 1);

    private static Task<(T, U)> Generic<T, U>(Turnstile turnstile, T one, U other) => Both(turnstile, other, one);

    private static Task<(T, int)> Generic<T>(Turnstile turnstile, T one) => Generic(turnstile, one, 6);

    private static async Task<(T, U)> Both<U, T>(Turnstile turnstile, U other, T one)
    {
        await turnstile;
        return (one, other);
    }

    private static Task<int> ByReference(Turnstile turnstile, in int value) => Load(turnstile, value);

    private static Task<int>? s_kept;
    private static int s_seen;

    private static Task<int> NotReturned(Turnstile turnstile, bool isOther)
    {
        var task = Task.FromResult(s_seen) is { Result: < 0 } negative ? negative : null!;
        if (isOther)
        {
            s_seen = 6;
            task = Load(turnstile, 80);
        }

        return task;
    }

    private static Task<int> Kept(Turnstile turnstile) => s_kept = Load(turnstile, 40);

    private static Task<int> WithALocal(Turnstile turnstile, int value)
    {
        var more = value * 2;
        for (var i = 0; i < value; i++)
        {
            more += i;
        }

        return Load(turnstile, more);
    }

    private static Task Complete(Turnstile turnstile, bool complete) => complete ? Task.CompletedTask : Save(turnstile, 2);

    private static Task<int> Checked(string? text) =>
        text == null ? throw new ArgumentNullException(nameof(text)) : Fails(text);

    private static async Task<int> Fails(string text)
    {
        await Task.Yield();
        throw new InvalidOperationException(text);
    }

    private static Task<int> Null(int kind) => kind == 0 ? null! : Fails("null");

    private static Task NullNothing(int kind) => kind == 0 ? null! : Fails("null");

    private sealed class Holder<T>(T value)
    {
        public Task<T> Get(Turnstile turnstile) => Get(turnstile, value);

        public Task<(T, U)> GetWith<U>(Turnstile turnstile, U other)
        {
            return Both(turnstile, other);

            async Task<(T, U)> Both(Turnstile turnstile, U other)
            {
                await turnstile;
                return (value, other);
            }
        }

        public Task<(T, U)> GetBeside<U>(Turnstile turnstile, U other)
        {
            return Is(other) ? GetWith(turnstile, other) : Task.FromResult((value, other));

            bool Is<V>(V any) => any is U && value is T;
        }

        private static async Task<T> Get(Turnstile turnstile, T value)
        {
            await turnstile;
            return value;
        }
    }

    private struct Counter(int value)
    {
        public Task<int> Get(Turnstile turnstile)
        {
            value++;
            return Load(turnstile, value);
        }
    }

    private sealed class Service
    {
        public Task<int> Forward(int value) => Get(value);

        public async Task<int> Get(int value)
        {
            await Task.Yield();
            return value;
        }
    }
}
