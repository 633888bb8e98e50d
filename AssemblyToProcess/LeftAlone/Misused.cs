using System.Linq.Expressions;
using System.Runtime.CompilerServices;
using PooledAwait;

namespace AssemblyToProcess.LeftAlone;

/// <summary>Methods whose results a caller in this assembly misuses. Only the default builder happens to allow these uses.</summary>
public static class Misused
{
    private static ValueTask<int> s_kept;
    private static readonly List<ValueTask<int>> s_list = new();

    // Only this case uses this delegate type. If a delegate's result is misused, that counts for all methods of which the assembly makes such delegates.
    private delegate ValueTask<int> Getter();

    private delegate ValueTask<int> Quoted();

    public static void Stay(Trace trace)
    {
        trace.Add("awaited twice", Twice().Result);
        trace.Add("read twice", ReadTwice());
        s_kept = InAField();
        trace.Add("in a field", s_kept.AsTask().Result + s_kept.AsTask().Result);
        s_list.Add(InAList());
        trace.Add("in a list", s_list[0].AsTask().Result + s_list[0].AsTask().Result);
        var array = new[] { InAnArray(), default };
        trace.Add("in an array", array[0].AsTask().Result + array[0].AsTask().Result);
        trace.Add("looked at", Discarded(trace).IsFaulted);
        Drop(trace);
        object boxed = Boxed();
        trace.Add("boxed", ((ValueTask<int>)boxed).AsTask().Result + ((ValueTask<int>)boxed).AsTask().Result);
        trace.Add("asked afterwards", AskedAfter().Result);
        trace.Add("asked after a read", AskedAfterRead());
        trace.Add("through a forwarding method", ForwardedTwice().Result);
        trace.Add("in a loop", AwaitedInALoop().Result);
        trace.Add("captured", Captured().Result);
        Getter get = ThroughADelegate;
        var got = get();
        trace.Add("through a delegate", got.AsTask().Result + got.AsTask().Result);
        trace.Add("by what it is passed to", TakenTwice(Passed()).Result);
        trace.Add("by what may return it", TakenAfterwards());
        var awaiter = Awaiter();
        trace.Add("by its awaiter", awaiter.GetResult() + awaiter.GetResult());
        var configured = Configured();
        trace.Add("by its configured awaitable", configured.GetAwaiter().GetResult() + configured.GetAwaiter().GetResult());
        Expression<Quoted> quoted = () => InAnExpression();
        var called = quoted.Compile()();
        trace.Add("in an expression", called.AsTask().Result + called.AsTask().Result);
    }

    [PooledAwaitIgnore]
    private static void Drop(Trace trace) => _ = Dropped(trace);

    private static async Task<int> Twice()
    {
        var pending = AwaitedTwice();
        return await pending + await pending;
    }

    private static int ReadTwice()
    {
        var pending = ReadAgain();
        return pending.AsTask().Result + pending.AsTask().Result;
    }

    private static async Task<bool> AskedAfter()
    {
        var pending = AskedAfterwards();
        await pending;
        return pending.IsCompletedSuccessfully;
    }

    private static bool AskedAfterRead()
    {
        var pending = AskedLater();
        pending.GetAwaiter().GetResult();
        return pending.IsCompletedSuccessfully;
    }

    private static async Task<int> ForwardedTwice()
    {
        var pending = Forward();
        return await pending + await pending;
    }

    private static ValueTask<int> Forward() => Forwarded();

    private static ValueTaskAwaiter<int> Awaiter() => ByItsAwaiter().GetAwaiter();

    private static ConfiguredValueTaskAwaitable<int> Configured() => ByItsAwaitable().ConfigureAwait(false);

    private static async Task<int> AwaitedInALoop()
    {
        var pending = InALoop();
        var sum = 0;
        for (var i = 0; i < 2; i++)
        {
            sum += await pending;
        }

        return sum;
    }

    private static async Task<int> Captured()
    {
        var pending = InAClosure();
        Func<Task<int>> get = async () => await pending;
        return await get() + await get();
    }

    private static async Task<int> TakenTwice(ValueTask<int> pending) => await pending + await pending;

    private static int TakenAfterwards()
    {
        var pending = ReturnedPerhaps();
        _ = Checked(pending);
        return pending.AsTask().Result;
    }

    private static ValueTask<int> Checked(ValueTask<int> pending) => pending.IsCompletedSuccessfully ? new ValueTask<int>(pending.Result) : pending;

    private static async ValueTask<int> ReturnedPerhaps()
    {
        await Task.Yield();
        return 14;
    }

    private static async ValueTask<int> AwaitedTwice()
    {
        await Task.Yield();
        return 1;
    }

    private static async ValueTask<int> ReadAgain()
    {
        await Task.Yield();
        return 1;
    }

    private static async ValueTask<int> InAField()
    {
        await Task.Yield();
        return 2;
    }

    private static async ValueTask<int> InAList()
    {
        await Task.Yield();
        return 3;
    }

    private static async ValueTask<int> InAnArray()
    {
        await Task.Yield();
        return 4;
    }

    private static async ValueTask Discarded(Trace trace)
    {
        trace.Add("discarded");
        await Task.Yield();
    }

    private static async ValueTask Dropped(Trace trace)
    {
        trace.Add("by a method that must not be changed");
        await Task.Yield();
    }

    private static async ValueTask<int> Boxed()
    {
        await Task.Yield();
        return 5;
    }

    private static async ValueTask AskedAfterwards() => await Task.Yield();

    private static async ValueTask AskedLater() => await Task.Yield();

    private static async ValueTask<int> Forwarded()
    {
        await Task.Yield();
        return 6;
    }

    private static async ValueTask<int> InALoop()
    {
        await Task.Yield();
        return 7;
    }

    private static async ValueTask<int> InAClosure()
    {
        await Task.Yield();
        return 8;
    }

    private static async ValueTask<int> ThroughADelegate()
    {
        await Task.Yield();
        return 9;
    }

    private static async ValueTask<int> Passed()
    {
        await Task.Yield();
        return 10;
    }

    private static async ValueTask<int> ByItsAwaiter()
    {
        await Task.Yield();
        return 11;
    }

    private static async ValueTask<int> ByItsAwaitable()
    {
        await Task.Yield();
        return 12;
    }

    private static async ValueTask<int> InAnExpression()
    {
        await Task.Yield();
        return 13;
    }
}
