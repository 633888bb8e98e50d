namespace AssemblyToProcess.Valid;

/// <summary>Methods that await calls. A test asserts the bytes that each method allocates. The measuring code resumes each call that suspends.</summary>
public static class DirectAwaitCosts
{
    public static void Cost(Trace trace)
    {
        var signal = new Signal();
        foreach (var (name, call) in new (string, Func<Signal, ValueTask<int>>)[]
        {
            (nameof(One), One), (nameof(TenDeep), TenDeep), (nameof(TenAtOnce), TenAtOnce), (nameof(Forwarded), Forwarded), (nameof(ForwardedResult), ForwardedResult),
            (nameof(OfAGenericMethod), OfAGenericMethod), (nameof(OfALocalFunction), OfALocalFunction), (nameof(OfAStruct), OfAStruct),
            (nameof(InTryAndFinally), InTryAndFinally), (nameof(WithoutAResult), WithoutAResult), (nameof(Configured), Configured), (nameof(OfATask), OfATask),
            (nameof(NeverSuspending), NeverSuspending), (nameof(ForwardedValueTask), ForwardedValueTask), (nameof(OfATaskOfAValueTask), OfATaskOfAValueTask),
            (nameof(ForwardedToALocalFunction), ForwardedToALocalFunction), (nameof(ForwardedBesideLocalFunctions), ForwardedBesideLocalFunctions), (nameof(ForwardedByAnInterface), ForwardedByAnInterface),
        })
        {
            var task = call(signal);
            signal.SetAll();
            trace.Add(name, task.Result);
        }
    }

    /// <summary>Returns an action that calls one of the methods below, and lets the call complete.</summary>
    public static Action Driven(string method)
    {
        var signal = new Signal();
        var call = (Func<Signal, ValueTask<int>>)Delegate.CreateDelegate(typeof(Func<Signal, ValueTask<int>>), typeof(DirectAwaitCosts), method);
        return () =>
        {
            var task = call(signal);
            signal.SetAll();
            if (task.GetAwaiter().GetResult() < 5000)
            {
                throw new InvalidOperationException("It gave another result.");
            }
        };
    }

    public static async ValueTask<int> One(Signal signal) => await Read(signal, 1);

    public static async ValueTask<int> TenDeep(Signal signal) => await Level(signal, 9);

    public static async ValueTask<int> TenAtOnce(Signal signal)
    {
        var sum = 0;
        for (var i = 0; i < 10; i++)
        {
            sum += await AtOnce(signal, i);
        }

        return sum;
    }

    public static async ValueTask<int> Forwarded(Signal signal) => await Read(signal);

    public static async ValueTask<int> ForwardedResult(Signal signal) => await Result((int)signal.GetStatus(0));

    public static async ValueTask<int> OfAGenericMethod(Signal signal) => await Read(signal, (1L, 2L)) == (1L, 2L) ? 5000 : 0;

    public static async ValueTask<int> OfALocalFunction(Signal signal)
    {
        return await Local(signal, 5);

        static async Task<int> Local(Signal signal, int value)
        {
            await signal.Wait();
            return 5000 + value;
        }
    }

    public static async ValueTask<int> OfAStruct(Signal signal) => await new Reader(6).Read(signal);

    public static async ValueTask<int> InTryAndFinally(Signal signal)
    {
        int result;
        try
        {
            result = await Read(signal, 7);
        }
        finally
        {
            await Nothing(signal);
        }

        return result;
    }

    public static async ValueTask<int> WithoutAResult(Signal signal)
    {
        await Nothing(signal);
        return 5000;
    }

    public static async ValueTask<int> Configured(Signal signal) => await Read(signal, 8).ConfigureAwait(false);

    public static async ValueTask<int> NeverSuspending(Signal signal) => await Known((int)signal.GetStatus(0));

    /// <summary>Calls Read, and makes a ValueTask of the returned task, so the call needs the task.</summary>
    public static ValueTask<int> OfATask(Signal signal) => new(Read(signal, 9));

    public static async ValueTask<int> ForwardedValueTask(Signal signal) => await ReadAsTask(signal);

    /// <summary>Calls ReadAsTask, and makes a ValueTask of the returned task, so the call needs the task.</summary>
    public static ValueTask<int> OfATaskOfAValueTask(Signal signal) => new(ReadAsTask(signal));

    public static async ValueTask<int> ForwardedToALocalFunction(Signal signal) => await ReadSlowly(signal, (int)signal.GetStatus(0));

    public static async ValueTask<int> ForwardedBesideLocalFunctions(Signal signal) => await ReadChecked(signal, 3) + await ReadChecked(signal, 0);

    public static async ValueTask<int> ForwardedByAnInterface(Signal signal) => await s_reader.Read(signal);

    private static readonly IReader s_reader = new ValueTaskReader();

    private static Task<int> ReadSlowly(Signal signal, int kind)
    {
        return kind < 0 ? Task.FromResult(kind) : Slowly(signal, kind);

        static async Task<int> Slowly(Signal signal, int kind)
        {
            await signal.Wait();
            return 5000 + kind;
        }
    }

    private static Task<int> ReadChecked(Signal signal, int value)
    {
        var sum = value;
        Add(2);
        return IsLarge() ? Read(signal, sum) : Task.FromResult(5000 + sum);

        void Add(int more) => sum = Twice(sum) + more;

        bool IsLarge() => sum > 3;

        static int Twice(int number) => number > 0 ? Twice(number - 1) + 2 : 0;
    }

    private static Task<int> ReadAsTask(Signal signal) => ReadValue(signal).AsTask();

    private static async ValueTask<int> ReadValue(Signal signal)
    {
        await signal.Wait();
        return 5010;
    }

    private static async Task<int> Read(Signal signal, int value)
    {
        await signal.Wait();
        return 5000 + value;
    }

    private static Task<int> Read(Signal signal) => Read(signal, 2);

    private static async Task<T> Read<T>(Signal signal, T value)
        where T : struct
    {
        await signal.Wait();
        return value;
    }

    private static async Task Nothing(Signal signal) => await signal.Wait();

    private static async Task<int> Level(Signal signal, int level)
    {
        if (level > 0)
        {
            return 1 + await Level(signal, level - 1);
        }

        await signal.Wait();
        return 5000;
    }

    private static async Task<int> AtOnce(Signal signal, int value)
    {
        if (value < 0)
        {
            await signal.Wait();
        }

        return 5000 + value;
    }

    private static async Task<int> Known(int value) => 5000 + value;

    private static Task<int> Result(int value) => Task.FromResult(5000 + value);

    private readonly struct Reader(int value)
    {
        private readonly int _value = value;

        public async Task<int> Read(Signal signal)
        {
            await signal.Wait();
            return 5000 + _value;
        }
    }

    private interface IReader
    {
        Task<int> Read(Signal signal);
    }

    private sealed class ValueTaskReader : IReader
    {
        public Task<int> Read(Signal signal) => ReadValue(signal).AsTask();
    }
}
