using System.Reflection;
using System.Runtime.CompilerServices;
using System.Runtime.InteropServices;
using System.Security;
using PooledAwait;

namespace AssemblyToProcess.LeftAlone;

/// <summary>Calls of the program's own methods. These methods do more with a delegate than call it, or their code must not be copied.</summary>
public static class StateObjectsOwnMethods
{
    private static readonly List<Func<int>> s_kept = new();

    public static void Stay(Trace trace)
    {
        s_kept.Clear();
        for (var i = 0; i < 2; i++)
        {
            var number = i;
            trace.Add("kept", Keeps(() => number) + s_kept.Count);
            trace.Add("passed on", PassesOn(() => number));
            trace.Add("captured", Captures(() => number));
            trace.Add("returned", Returns(() => number)());
            trace.Add("assigned", Assigns(() => number));
            trace.Add("by its address", ByAddress(() => number));
            trace.Add("compared", Compares(() => number, s_kept[0]));
            trace.Add("its own", AsksItself(() => number));
            trace.Add("async", Async(() => number).GetAwaiter().GetResult());
            trace.Add("iterator", string.Join(",", Iterator(() => number)));
            trace.Add("try", Tries(() => number));
            trace.Add("lambda", HoldsLambda(() => number));
            trace.Add("local function", HoldsFunction(() => number));
            trace.Add("caller", Asks(() => number));
            trace.Add("guarded", Guarded(() => number));
            trace.Add("locked", Locked(() => number));
            trace.Add("large", Large(() => number));
            trace.Add("interface", ((IRuns)new Runs()).Run(() => number));
            trace.Add("virtual", new Runs().Virtually(() => number));
            trace.Add("one of two", OneOfTwo(() => number, i > 0 ? s_kept[0] : s_kept[1]));
            new Runs().Property = () => number;
            trace.Add("ignored", Ignored(() => number));
            trace.Add("under construction", new Primary(number).Sum());
            trace.Add("many", Many((a, b, c, d, e, f, g, h, i1, j, k, l, m, n, o, p) => a + p + number));
        }

        try
        {
            Native(() => trace.Add("never"));
        }
        catch (DllNotFoundException)
        {
            trace.Add("native");
        }
    }

    private static int Keeps(Func<int> function)
    {
        s_kept.Add(function);
        return function();
    }

    private static int PassesOn(Func<int> function) => Keeps(function);

    private static int Captures(Func<int> function)
    {
        Func<int> twice = () => function() * 2;
        return twice();
    }

    private static Func<int> Returns(Func<int> function) => function;

    private static int Assigns(Func<int> function)
    {
        var first = function();
        function = s_kept[0];
        return first + function();
    }

    private static int ByAddress(Func<int> function)
    {
        Change(ref function);
        return function();
    }

    private static void Change(ref Func<int> function) => function = s_kept[0];

    private static bool Compares(Func<int> function, Func<int> other) => (object)function == other || function() > 0;

    private static string AsksItself(Func<int> function) => function.Method.Name.Substring(0, 6) + function();

    private static async Task<int> Async(Func<int> function)
    {
        await Task.Yield();
        return function();
    }

    private static IEnumerable<int> Iterator(Func<int> function)
    {
        yield return function();
    }

    private static int Tries(Func<int> function)
    {
        try
        {
            return function();
        }
        catch (FormatException)
        {
            return 0;
        }
    }

    private static int HoldsLambda(Func<int> function) => s_kept.Count(kept => kept() > 100) + function();

    private static int HoldsFunction(Func<int> function)
    {
        return Twice(function());

        static int Twice(int number) => number * 2;
    }

    private static string Asks(Func<int> function) => MethodBase.GetCurrentMethod()!.Name + function();

    [SecuritySafeCritical]
    private static int Guarded(Func<int> function) => function();

    [MethodImpl(MethodImplOptions.Synchronized)]
    private static int Locked(Func<int> function) => function();

    private static int Large(Func<int> function)
    {
        var n = function();
        n += n * 3 + n / 5 - n * 7 + n * 9 - n / 11 + n * 13 - n * 15 + n / 17 - n * 19 + n * 21 - n * 23 + n * 25 - n * 27;
        n += n * 3 + n / 5 - n * 7 + n * 9 - n / 11 + n * 13 - n * 15 + n / 17 - n * 19 + n * 21 - n * 23 + n * 25 - n * 27;
        n += n * 3 + n / 5 - n * 7 + n * 9 - n / 11 + n * 13 - n * 15 + n / 17 - n * 19 + n * 21 - n * 23 + n * 25 - n * 27;
        n += n * 3 + n / 5 - n * 7 + n * 9 - n / 11 + n * 13 - n * 15 + n / 17 - n * 19 + n * 21 - n * 23 + n * 25 - n * 27;
        return n;
    }

    private static int OneOfTwo(Func<int> function, Func<int> other) => function() + other();

    [PooledAwaitIgnore]
    private static int Ignored(Func<int> function) => function();

    private static int Apply(Func<int> function) => function();

    private static int Many(Func<int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int, int> function) =>
        function(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16);

    [DllImport("a library that is nowhere")]
    private static extern void Native(Action action);

    private interface IRuns
    {
        int Run(Func<int> function);
    }

    private class Runs : IRuns
    {
        public Func<int>? Property { get; set; }

        public virtual int Virtually(Func<int> function) => function();

        int IRuns.Run(Func<int> function) => function();
    }

    // The compiler keeps the primary constructor's parameter in a field, so the lambda captures the object under construction.
    private class Primary(int number)
    {
        private readonly int _first = Apply(() => number + 1);

        public int Sum() => _first + number;
    }
}
