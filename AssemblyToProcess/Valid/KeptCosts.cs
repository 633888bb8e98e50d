using System.Runtime.CompilerServices;

namespace AssemblyToProcess.Valid;

/// <summary>Methods that keep results of calls. A test asserts each method's bytes. The measuring code resumes each call that suspends.</summary>
public static class KeptCosts
{
    private static readonly IReader s_reader = new Reader();

    private interface IReader
    {
        Task<int> ReadAsync(Signal signal);
    }

    public static void Cost(Trace trace)
    {
        foreach (var name in new[]
        {
            nameof(Two), nameof(TryAndFinally), nameof(AcrossAnAwait), nameof(SlowOrNot), nameof(AwaitedOrNot), nameof(ByAMethodThatReturnsIt), nameof(ByReference),
            nameof(Cast), nameof(Tasks), nameof(TasksBeforeOtherWork), nameof(ResultOrAwait), nameof(AwaiterOrAwait), nameof(ThroughAnInterface), nameof(ConsumedOrReturned),
        })
        {
            Driven(name)();
            trace.Add(name);
        }
    }

    /// <summary>Returns an action that calls one of the methods below, and lets the call complete.</summary>
    public static Action Driven(string method)
    {
        var (first, second) = (new Signal(), new Signal());
        var call = (Func<Signal, Signal, ValueTask<int>>)Delegate.CreateDelegate(typeof(Func<Signal, Signal, ValueTask<int>>), typeof(KeptCosts), method);
        return () =>
        {
            var pending = call(first, second);
            second.SetAll();
            first.SetAll();
            second.SetAll();
            if (pending.GetAwaiter().GetResult() < 5000)
            {
                throw new InvalidOperationException("It gave another result.");
            }
        };
    }

    public static async ValueTask<int> Two(Signal first, Signal second)
    {
        var a = Read(first, 1);
        var b = Read(second, 2);
        return await a + await b;
    }

    public static async ValueTask<int> TryAndFinally(Signal first, Signal second)
    {
        var pending = Read(first, 3);
        try
        {
            return await pending;
        }
        finally
        {
            await second.Wait();
        }
    }

    public static async ValueTask<int> AcrossAnAwait(Signal first, Signal second)
    {
        var pending = Read(first, 4);
        await second.Wait();
        return await pending.ConfigureAwait(false);
    }

    public static ValueTask<int> SlowOrNot(Signal first, Signal second)
    {
        var pending = Read(first, 5);
        return pending.IsCompletedSuccessfully ? new ValueTask<int>(5000) : Slow(pending);

        static async ValueTask<int> Slow(ValueTask<int> pending) => await pending;
    }

    public static async ValueTask<int> AwaitedOrNot(Signal first, Signal second)
    {
        var pending = Read(first, 6);
        return !pending.IsCompletedSuccessfully ? await pending : pending.GetAwaiter().GetResult();
    }

    public static async ValueTask<int> ByAMethodThatReturnsIt(Signal first, Signal second) => await Anywhere(Read(first, 7));

    public static async ValueTask<int> ByReference(Signal first, Signal second) => await Anywhere(await Known(8), Read(first, 9));

    public static ValueTask<int> Cast(Signal first, Signal second) => Cast<int>(first);

    public static async ValueTask<int> Tasks(Signal first, Signal second)
    {
        var a = Task(first, 11);
        var b = Task(second, 12);
        return await a + await b;
    }

    public static async ValueTask<int> TasksBeforeOtherWork(Signal first, Signal second)
    {
        var a = Task(first, 13);
        var b = Nothing(second);
        await b.ConfigureAwait(false);
        await Nothing(second);
        return await a.ConfigureAwait(false);
    }

    public static async ValueTask<int> ResultOrAwait(Signal first, Signal second)
    {
        var known = KnownTask(14);
        var value = known.IsCompleted ? known.Result : await known;
        var pending = Task(first, value);
        return pending.IsCompleted ? pending.Result : await pending;
    }

    public static async ValueTask<int> AwaiterOrAwait(Signal first, Signal second)
    {
        var known = KnownTask(15);
        var value = known.IsCompleted ? known.GetAwaiter().GetResult() : await known;
        var pending = Task(first, value);
        await second.Wait();
        return pending.IsCompleted ? pending.GetAwaiter().GetResult() : await pending.ConfigureAwait(false);
    }

    public static async ValueTask<int> ThroughAnInterface(Signal first, Signal second)
    {
        var pending = s_reader.ReadAsync(first);
        return pending.IsCompleted ? pending.Result : await pending;
    }

    public static async ValueTask<int> ConsumedOrReturned(Signal first, Signal second) => await Checked(Read(first, 16)) + await Checked(Known(17));

    // This is how code avoids an await if the call has nearly always completed, for example the flush of a stream.
    private static ValueTask<int> Checked(ValueTask<int> pending) => pending.IsCompletedSuccessfully ? new(pending.Result) : pending;

    private static async Task<int> KnownTask(int value) => 1000 + value;

    private static async Task<int> Task(Signal signal, int value)
    {
        await signal.Wait();
        return 5000 + value;
    }

    private static async Task Nothing(Signal signal) => await signal.Wait();

    private static ConfiguredValueTaskAwaitable<T> Anywhere<T>(ValueTask<T> pending) => pending.ConfigureAwait(false);

    private static ConfiguredValueTaskAwaitable<T> Anywhere<T>(int value, in ValueTask<T> pending) => pending.ConfigureAwait(value < 0);

    private static ValueTask<T> Cast<T>(Signal signal)
    {
        if (typeof(T) == typeof(int))
        {
            var pending = Read(signal, 10);
            return Unsafe.As<ValueTask<int>, ValueTask<T>>(ref pending);
        }

        return default;
    }

    private static async ValueTask<int> Read(Signal signal, int value)
    {
        await signal.Wait();
        return 5000 + value;
    }

    private static async ValueTask<int> Known(int value) => value;

    private sealed class Reader : IReader
    {
        public async Task<int> ReadAsync(Signal signal)
        {
            await signal.Wait();
            return 5018;
        }
    }
}
