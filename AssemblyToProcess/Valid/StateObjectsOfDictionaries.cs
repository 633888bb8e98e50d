using System.Collections.Concurrent;
using System.Runtime.CompilerServices;

namespace AssemblyToProcess.Valid;

/// <summary>Factories that are passed to a ConcurrentDictionary, and what they capture.</summary>
public sealed class StateObjectsOfDictionaries
{
    private readonly Trace _trace;
    private readonly string _name = "it";

    private StateObjectsOfDictionaries(Trace trace) => _trace = trace;

    public static void Get_or_add_runs_the_factory_where_the_key_is_new(Trace trace)
    {
        var fixture = new StateObjectsOfDictionaries(trace);
        for (var i = 0; i < 2; i++)
        {
            trace.Add("this", fixture.This("key"));
            trace.Add("reference", Reference("key", trace));
            trace.Add("number", Number("key", 7));
            trace.Add("two", Two("key", 8, "eight"));
            trace.Add("key", Key("key"));
            trace.Add("key and more", KeyAndMore(41, "more"));
            trace.Add("seven", Seven("key", 1, 2, 3, 4, 5, 6, "7"));
            trace.Add("eight", Eight("key", 1, 2, 3, 4, 5, 6, 7, "8"));
            trace.Add("group", fixture.Group("key"));
            trace.Add("virtual group", VirtualGroup("key", fixture));
        }
    }

    public static void Get_or_add_in_other_places(Trace trace)
    {
        trace.Add("generic", new Cache<string, List<int>>(() => new List<int> { 1, 2 }).Of("key").Count);
        trace.Add("generic method", Generic(5, "text") + Generic("five", "text"));
        trace.Add("constructor", new Built("built", 3).Value);
        trace.Add("iterator", string.Join(",", Iterate("a", 3)));
        trace.Add("async", Async("b", 4).Result);
        trace.Add("nested", Nested("outer", new[] { "x", "y" }));
        trace.Add("loop", Loop(new[] { "x", "y", "x" }));
        trace.Add("in a lambda", InALambda("c")());
        trace.Add("local function", LocalFunction("d", 9));
        trace.Add("structure", Structure(new DateTime(2020, 1, 2), 5));
        trace.Add("nullable", Nullable("n", 5) + Nullable("m", null));
        trace.Add("discarded", Discarded("o"));
    }

    public static void Get_or_add_sees_what_is_written_later(Trace trace)
    {
        trace.Add("after the call", WrittenAfter("k"));
        trace.Add("in the factory", WrittenInside("k"));
        trace.Add("between", WrittenBetween("k"));
        trace.Add("by its address", ByAddress("k", 3));
        trace.Add("in another lambda", InAnother("k"));
    }

    public static void Get_or_add_throws_what_it_did(Trace trace)
    {
        Throws(trace, "null key", () => Reference(null!, trace));
        Throws(trace, "null dictionary", () => Of(null!, "k", trace));
        Throws(trace, "null group", () => VirtualGroup("other", null!));
        Throws(trace, "factory", () => Throwing("k", "thrown"));
    }

    public static void Get_or_add_with_what_is_told_apart(Trace trace)
    {
        trace.Add("own", new Heir<int>().Own("k"));
        trace.Add("another instance of the class", new Heir<int>().Others(new Heir<string>(), "k"));
        trace.Add("locks", Overlap());
    }

    private string This(string key) => New<string, string>().GetOrAdd(key, k => _name + k);

    private static string Reference(string key, Trace trace) => Of(New<string, string>(), key, trace);

    private static string Of(ConcurrentDictionary<string, string> all, string key, Trace trace) => all.GetOrAdd(key, k =>
    {
        trace.Add("made", k);
        return k + "!";
    });

    private static int Number(string key, int number) => New<string, int>().GetOrAdd(key, k => k.Length + number);

    private static string Two(string key, int number, string text) => New<string, string>().GetOrAdd(key, k => k + number + text);

    private static string Key(string key) => New<string, string>().GetOrAdd(key, _ => key + key);

    private static string KeyAndMore(int key, string more) => New<int, string>().GetOrAdd(key, k => key + more + k);

    private static string Seven(string key, int a, long b, byte c, short d, uint e, decimal f, string g) =>
        New<string, string>().GetOrAdd(key, k => k + a + b + c + d + e + f + g);

    private static string Eight(string key, int a, long b, byte c, short d, uint e, decimal f, ushort g, string h) =>
        New<string, string>().GetOrAdd(key, k => k + a + b + c + d + e + f + g + h);

    private string Group(string key) => New<string, string>().GetOrAdd(key, Make);

    private string Make(string key) => _name + " made " + key;

    private static string VirtualGroup(string key, object of) => new ConcurrentDictionary<object, bool>().GetOrAdd(key, of.Equals).ToString();

    private static string Generic<T>(T key, string text)
        where T : notnull => New<T, string>().GetOrAdd(key, k => typeof(T).Name + k + text);

    private static IEnumerable<string> Iterate(string text, int count)
    {
        var all = New<int, string>();
        for (var i = 0; i < count; i++)
        {
            yield return all.GetOrAdd(i, k => text + k);
        }
    }

    private static async Task<string> Async(string text, int number)
    {
        var all = New<string, string>();
        var first = all.GetOrAdd(text, k => k + number);
        await Task.Yield();
        return first + all.GetOrAdd(text + text, k => k + number + text);
    }

    private static string Nested(string outer, string[] inner)
    {
        var all = New<string, string>();
        var result = "";
        foreach (var key in inner)
        {
            result += all.GetOrAdd(key, k => outer + key + k);
        }

        return result + outer;
    }

    private static string Loop(string[] keys)
    {
        var all = New<string, int>();
        var made = 0;
        foreach (var key in keys)
        {
            all.GetOrAdd(key, _ => ++made);
        }

        return string.Join(",", all.OrderBy(pair => pair.Key).Select(pair => pair.Key + pair.Value));
    }

    private static Func<string> InALambda(string text) => () => New<string, string>().GetOrAdd(text, k => k + text);

    private static string LocalFunction(string text, int number)
    {
        return New<string, string>().GetOrAdd(text, Make);

        string Make(string key) => key + number;
    }

    private static string Structure(DateTime time, int days) => New<DateTime, string>().GetOrAdd(time, k => (k - time.AddDays(-days)).Days + "d");

    private static string Nullable(string key, int? number) => New<string, string>().GetOrAdd(key, k => k + number);

    private static string Discarded(string key)
    {
        var all = New<string, string>();
        all.GetOrAdd(key, k => k + key);
        return string.Join(",", all.Values);
    }

    private static string WrittenAfter(string key)
    {
        var text = "before";
        var result = New<string, string>().GetOrAdd(key, k => k + text);
        text = "after";
        return result + text;
    }

    private static string WrittenInside(string key)
    {
        var runs = 0;
        New<string, int>().GetOrAdd(key, _ => ++runs);
        New<string, int>().GetOrAdd(key, _ => ++runs);
        return runs.ToString();
    }

    private static string WrittenBetween(string key)
    {
        var text = "first";
        return New<string, string>().GetOrAdd(key + (text = "second"), k => k + text);
    }

    private static string ByAddress(string key, int number) => New<string, string>().GetOrAdd(key, k => k + number.ToString());

    private static string InAnother(string key)
    {
        var text = "first";
        Func<string> other = () => text += "!";
        return other() + New<string, string>().GetOrAdd(key, k => k + text) + other();
    }

    private static string Throwing(string key, string text) => New<string, string>().GetOrAdd(key, _ => throw new FormatException(text));

    private static ConcurrentDictionary<TKey, TValue> New<TKey, TValue>()
        where TKey : notnull => new();

    private static void Throws(Trace trace, string what, Action action)
    {
        try
        {
            action();
            trace.Add(what, "none");
        }
        catch (Exception e)
        {
            trace.Add(what, e.GetType().Name + (e as ArgumentException)?.ParamName);
        }
    }

    private sealed class Cache<TKey, TValue>(Func<TValue> make)
        where TKey : notnull
    {
        private readonly ConcurrentDictionary<TKey, TValue> _all = new();

        public TValue Of(TKey key)
        {
            var made = make;
            _all.GetOrAdd(key, _ => made());
            return _all.GetOrAdd(key, _ => make());
        }
    }

    private sealed class Built
    {
        public Built(string text, int number) => Value = New<string, string>().GetOrAdd(text, k => k + number + text);

        public string Value { get; }
    }

    private static int Overlap()
    {
        using var both = new Barrier(2);
        var met = 0;
        var threads = Enumerable.Range(0, 2).Select(number => new Thread(() => Interlocked.Add(ref met, Locked(number, both)))).ToList();
        threads.ForEach(thread => thread.Start());
        threads.ForEach(thread => thread.Join());
        return met;
    }

    // The synchronized lambda locks its closure. Each call has its own closure, so two calls can run the lambda at the same time.
    private static int Locked(int number, Barrier both) =>
        New<int, int>().GetOrAdd(number, [MethodImpl(MethodImplOptions.Synchronized)] (_) => both.SignalAndWait(2000) ? 1 : 0);

    private class Base<T>
    {
        protected string Make(string key) => typeof(T).Name + key;
    }

    private sealed class Heir<T> : Base<T>
    {
        public string Own(string key) => New<string, string>().GetOrAdd(key, Make);

        public string Others(Heir<string> other, string key) => New<string, string>().GetOrAdd(key, other.Make);
    }
}
