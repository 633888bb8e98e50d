using System.Runtime.CompilerServices;

namespace AssemblyToProcess.Valid;

/// <summary>Delegates that are passed to the program's own methods. These methods only call the delegates.</summary>
public static class StateObjectsOfOwnMethods
{
    private static readonly Func<int> s_throws = () => throw new InvalidOperationException("behind");

    public static void Get_what_their_lambdas_capture(Trace trace)
    {
        for (var i = 0; i < 2; i++)
        {
            Each(trace, new[] { "a", "b" }, i);
            trace.Add("none", Apply(() => 7 + i));
            trace.Add("two", Two("text", i));
            trace.Add("groups", new Counter(trace, i).Groups());
            trace.Add("shared", Shared("s", i));
            trace.Add("written", Written(i));
            trace.Add("both", Both("both", i));
            trace.Add("one of both", OneOfBoth("one", i));
            trace.Add("between", Between("between", i));
            trace.Add("generic", Generic(new List<int> { i }, "g") + Generic(Tuple.Create(i), "h"));
            trace.Add("as a look for null", Looks(i, "n"));
            trace.Add("in order", InOrder(trace, i));
            trace.Add("recursion", Depth(3 + i));
            trace.Add("extension", "text".With(t => t + i));
            trace.Add("structure", new Pair(i, 2).Sum(n => n * 10 + i));
            trace.Add("base class", new Derived(i).OfBase("b"));
            trace.Add("nested", Outer.Inner.Reaches(i));
            trace.Add("references", References(i));
            trace.Add("a call between two", new Counter(trace, i).WithCallBetween(new Other(trace, 50)));
            trace.Add("changed in a call between two", ChangedInCallBetween(i));
            trace.Add("table", Table(i, "t"));
        }
    }

    public static void May_throw(Trace trace)
    {
        var text = "captured";
        var acts = new (string Label, Func<int> Act)[]
        {
            ("lambda", () => Apply(() => text.Length > 100 ? 1 : throw new FormatException(text))),
            ("object", () => Nothing<Counter>()!.Call(text)),
            ("group", () => OfGroup(Nothing<Counter>())),
            ("method", () => After(text, s_throws)),
        };
        foreach (var (label, act) in acts)
        {
            Catch(trace, label, act);
        }
    }

    private static void Each(Trace trace, IEnumerable<string> items, int number) => ForEach(items, item => trace.Add("each", item + number));

    private static void ForEach<T>(IEnumerable<T> items, Action<T> action)
    {
        if (action == null)
        {
            throw new ArgumentNullException(nameof(action));
        }

        foreach (var item in items.ToArray())
        {
            action(item);
        }

        for (var i = 0; i < 1; i++)
        {
            action(default!);
        }
    }

    private static T Apply<T>(Func<T> function) => function();

    private static string Two(string text, int number) => Apply(() => text + number);

    private static int Shared(string text, int number)
    {
        Func<int> kept = () => text.Length;
        return Apply(() => text.Length + number) + kept();
    }

    private static int Written(int number)
    {
        Repeat(3, () => number += 2);
        return number;
    }

    private static void Repeat(int times, Action action)
    {
        while (times-- > 0)
        {
            action();
        }
    }

    private static string Both(string text, int number) => Choose(number > 0, () => text + number, n => text + (number + n), 4);

    private static string OneOfBoth(string text, int number) => Choose(number > 0, () => "first", n => text + n, 5) + Choose(number > 0, () => text, n => "second" + n, 6);

    private static string Choose(bool first, Func<string> one, Func<int, string> other, int number) => first ? one() : other(number);

    // The parameters after the delegate are read, written and passed by address, with the short and the long forms of the instructions.
    private static string Between(string text, int number) => Mixed(1, n => text + n + number, 2, "3", number, 5, out var sixth) + sixth;

    private static string Mixed(int first, Func<int, string> function, int second, string third, int fourth, int fifth, out int sixth)
    {
        second += first;
        Increase(ref fourth);
        sixth = second + fourth + fifth;
        return function(second) + third + function(fourth) + function(fifth);
    }

    private static void Increase(ref int number) => number++;

    private static string Generic<T>(T value, string text)
        where T : class => Typed<T, string>(value, v => typeof(T).Name + (v == value) + text);

    private static TResult Typed<T, TResult>(T value, Func<T, TResult> function) => value is List<int> ? function(value) : function(value);

    private static string Looks(int number, string text) => OrNull(number, () => text + number) + OrNull(number, null);

    private static string OrNull(int number, Func<string>? function)
    {
        var isNull = null == function;
        return number + (function?.Invoke() ?? "none") + (function is not null) + isNull;
    }

    private static string InOrder(Trace trace, int number)
    {
        var text = "order";
        return Ordered(Told(trace, "before"), () => text + number, Told(trace, "behind"));
    }

    private static string Ordered(string before, Func<string> function, string behind) => before + function() + behind;

    private static string Told(Trace trace, string what)
    {
        trace.Add("evaluated", what);
        return what;
    }

    private static int Depth(int depth) => depth == 0 ? 0 : 1 + Apply(() => Depth(depth - 1));

    private static string With(this string text, Func<string, string> function) => function(text);

    private static string References(int number)
    {
        var total = 10;
        By(ref total, old => old + number);
        return "by reference " + total;
    }

    private static void By(ref int value, Func<int, int> change) => value = change(value);

    private static string ChangedInCallBetween(int number)
    {
        for (var i = 0; i < 2; i++)
        {
            var inner = 100;
            number = int.Parse(AroundOne(() => ++number, Apply(() => inner += number), () => number * 2).Split('/')[2]);
        }

        return "changed " + number;
    }

    private static string AroundOne(Func<int> one, int between, Func<int> other) => one() + "/" + between + "/" + other();

    private static string Table<T>(int number, T value) => Filled<T>((row, column) => row == column + number ? value : default!) + Filled((row, column) => row * number + column);

    private static string Filled<T>(Func<int, int, T> function)
    {
        var table = new T[2, 2];
        for (var row = 0; row < 2; row++)
        {
            for (var column = 0; column < 2; column++)
            {
                table[row, column] = function(row, column);
            }
        }

        return table[0, 0] + "," + table[0, 1] + "," + table[1, 0] + "," + table[1, 1];
    }

    private static int OfGroup(Counter? counter) => Apply(counter!.Next);

    private static int After(string text, Func<int> function) => Apply(() => text.Length) + function();

    [MethodImpl(MethodImplOptions.NoInlining)]
    private static T? Nothing<T>()
        where T : class => null;

    private static void Catch(Trace trace, string label, Func<int> act)
    {
        try
        {
            act();
        }
        catch (Exception exception) when (exception is FormatException or InvalidOperationException)
        {
            trace.Add(label, exception);
        }
        catch (Exception exception)
        {
            trace.Add(label, exception.GetType().Name);
        }
    }

    private class Counter(Trace trace, int start)
    {
        private int _next = start;

        public virtual int Next() => _next++;

        public int Call(string text) => Apply(() => text.Length + _next);

        public string Groups()
        {
            Other other = new(trace, 40);
            return Apply(Next) + "," + Apply(other.Next) + "," + Apply(this.Private) + "," + Call("call");
        }

        // The inner call has another state than the outer call.
        public string WithCallBetween(Other other) => AroundOne(Private, Apply(other.Next), Private);

        private int Private() => _next * 100;
    }

    private sealed class Other(Trace trace, int start) : Counter(trace, start)
    {
        public override int Next() => base.Next() * 2;
    }

    private readonly struct Pair(int one, int other)
    {
        public int Sum(Func<int, int> function) => function(one) + function(other);
    }

    private class Base
    {
        protected virtual string Called(Func<string, string> function) => "base " + function("of");
    }

    private sealed class Derived(int number) : Base
    {
        public string OfBase(string text) => base.Called(t => t + text + number);

        protected override string Called(Func<string, string> function) => throw new NotSupportedException(function("derived"));
    }

    private static class Outer
    {
        private static int Twice(Func<int, int> function) => function(function(2));

        public static class Inner
        {
            public static int Reaches(int number) => Twice(n => n + number);
        }
    }
}
