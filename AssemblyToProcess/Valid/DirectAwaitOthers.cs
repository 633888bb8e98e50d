using System.Runtime.CompilerServices;
using PooledAwait;

namespace AssemblyToProcess.Valid;

/// <summary>Calls that need their task, or whose method has no twin.</summary>
public static class DirectAwaitOthers
{
    private static Task<int>? s_field;

    public static async Task Stay(Trace trace)
    {
        trace.Add("awaited twice", await AwaitedTwice());
        trace.Add("awaited in a loop", await AwaitedInALoop());
        trace.Add("awaited again in a catch", await AwaitedAgainInACatch());
        trace.Add("awaited in a finally in a loop", await AwaitedInAFinallyInALoop());
        trace.Add("awaited by two lambdas", await AwaitedByTwoLambdas());
        trace.Add("kept beside another's", await KeptBesideAnothers(true) + await KeptBesideAnothers(false));
        trace.Add("compared", await Compared());
        trace.Add("kept in a field", await KeptInAField());
        trace.Add("passed on", await PassedOn());
        trace.Add("blocked on", await BlockedOn());
        trace.Add("virtual", await Virtual(new Derived()));
        trace.Add("through an interface", await ThroughAnInterface(new Derived()));
        trace.Add("of a delegate", await OfADelegate(value => Value(value)));
        trace.Add("not forwarded", await NotForwarded());
        trace.Add("synchronized", await OfASynchronizedMethod());
        trace.Add("switched off", await SwitchedOff());
        trace.Add("of one that is switched off", await OfOneThatIsSwitchedOff());
        trace.Add("ignored", await IgnoredCaller());
        trace.Add("of an ignored one", await OfAnIgnoredOne());
#if NET
        trace.Add("with options", await WithOptions());
#endif
        await Discarding(trace);
    }

    private static async Task<int> Value(int value)
    {
        await Task.Yield();
        return 5000 + value;
    }

    private static async Task<int> AwaitedTwice()
    {
        var one = Value(1);
        await Task.Yield();
        var first = await one;
        return first + await one;
    }

    private static async Task<int> AwaitedInALoop()
    {
        var one = Value(1);
        var sum = 0;
        for (var i = 0; i < 2; i++)
        {
            await Task.Yield();
            sum += await one;
        }

        return sum;
    }

    private static async Task<int> AwaitedAgainInACatch()
    {
        var one = Value(1);
        try
        {
            await Task.Yield();
            await one;
            throw new InvalidOperationException();
        }
        catch (InvalidOperationException)
        {
            return await one;
        }
    }

    private static async Task<int> AwaitedInAFinallyInALoop()
    {
        var one = Value(1);
        for (var i = 0; i < 2; i++)
        {
            try
            {
                await Task.Yield();
            }
            finally
            {
                await one;
            }
        }

        return 1;
    }

    private static async Task<int> AwaitedByTwoLambdas()
    {
        var one = Value(1);
        Func<Task<int>> first = async () => await one;
        Func<Task<int>> second = async () => await one;
        return await first() + await second();
    }

    private static async Task<int> KeptBesideAnothers(bool isOwn)
    {
        var one = isOwn ? Value(1) : Task.FromResult(2);
        await Task.Yield();
        return await one;
    }

    private static async Task<bool> Compared()
    {
        var one = Value(1);
        await Task.Yield();
        var isSame = ReferenceEquals(one, Task.CompletedTask);
        await one;
        return isSame;
    }

    private static async Task<int> KeptInAField() => await (s_field = Value(3)) + s_field.Result;

    private static async Task<int> PassedOn() => (await Task.WhenAll(Value(4), Value(5))).Sum();

    private static async Task<int> BlockedOn()
    {
        await Task.Yield();
        return Value(6).GetAwaiter().GetResult();
    }

    private static async Task<int> Virtual(Base @base) => await @base.Get();

    private static async Task<int> ThroughAnInterface(IGet get) => await get.Get();

    private static async Task<int> OfADelegate(Get get) => await get(7);

    private static async Task<int> NotForwarded() => await Source();

    private static Task<int> Source()
    {
        var source = new TaskCompletionSource<int>();
        source.SetResult(8);
        return source.Task;
    }

    private static async Task<int> OfASynchronizedMethod() => await Synchronized();

    [MethodImpl(MethodImplOptions.Synchronized)]
    private static Task<int> Synchronized() => Value(9);

    [PooledAwait(DirectAwaits = false)]
    private static async Task<int> SwitchedOff() => await Value(10);

    private static async Task<int> OfOneThatIsSwitchedOff() => await Kept();

    [PooledAwait(DirectAwaits = false)]
    private static async Task<int> Kept() => await Task.FromResult(11);

    [PooledAwaitIgnore]
    private static async Task<int> IgnoredCaller() => await Value(12);

    private static async Task<int> OfAnIgnoredOne() => await Ignored();

    [PooledAwaitIgnore]
    private static async Task<int> Ignored() => await Task.FromResult(13);

#if NET
    private static async Task<string> WithOptions()
    {
        await ((Task)Value(14)).ConfigureAwait(ConfigureAwaitOptions.SuppressThrowing);
        return $"{await Value(15).ConfigureAwait(ConfigureAwaitOptions.ForceYielding)}";
    }
#endif

    private static async Task Discarding(Trace trace)
    {
        _ = Value(16);
        await Task.Yield();
        trace.Add("discarded", "nothing");
    }

    private delegate Task<int> Get(int value);

    private interface IGet
    {
        Task<int> Get();
    }

    private class Base : IGet
    {
        public virtual async Task<int> Get()
        {
            await Task.Yield();
            return 17;
        }
    }

    private sealed class Derived : Base
    {
        public override async Task<int> Get() => 1 + await base.Get();
    }
}
