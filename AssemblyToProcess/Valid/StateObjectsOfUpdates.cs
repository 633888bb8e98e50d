using System.Collections.Concurrent;

namespace AssemblyToProcess.Valid;

/// <summary>The two factories that are passed to a ConcurrentDictionary's AddOrUpdate, and what they capture together.</summary>
public sealed class StateObjectsOfUpdates
{
    private readonly Trace _trace;
    private readonly string _name = "it";

    private StateObjectsOfUpdates(Trace trace) => _trace = trace;

    public static void Add_or_update_runs_the_one_that_it_needs(Trace trace)
    {
        var fixture = new StateObjectsOfUpdates(trace);
        var all = new ConcurrentDictionary<string, string>();
        for (var i = 0; i < 2; i++)
        {
            trace.Add("both", Both(all, "both", "text", i));
            trace.Add("this", fixture.BothThis(all, "this"));
            trace.Add("groups", fixture.BothGroups(all, "groups"));
            trace.Add("add alone", AddAlone(all, "add", "text"));
            trace.Add("update alone", UpdateAlone(all, "update", "text"));
            trace.Add("static group", StaticGroup(all, "static", "text"));
            trace.Add("whole", Whole(all, "whole", "text"));
            trace.Add("key", KeyOfBoth(all, "key"));
            trace.Add("generic", BothGeneric(all, "generic", new List<int> { i }));
            trace.Add("number", BothNumbers(i, 40 + i));
        }
    }

    public static void Type_parameters_of_one_name_are_told_apart(Trace trace) => trace.Add("named", new Named<string>().Call<int>("k", 4));

    private string Make(string key) => _name + " made " + key;

    private static string Both(ConcurrentDictionary<string, string> all, string key, string text, int number) =>
        all.AddOrUpdate(key, k => k + " added " + text + number, (k, old) => old + " updated " + number);

    private string BothThis(ConcurrentDictionary<string, string> all, string key) =>
        all.AddOrUpdate(key, k => _name + k, (k, old) => old + _name + _trace.Lines.Count);

    private string BothGroups(ConcurrentDictionary<string, string> all, string key) => all.AddOrUpdate(key, Make, Change);

    private string Change(string key, string old) => old + _name;

    private static string AddAlone(ConcurrentDictionary<string, string> all, string key, string text) =>
        all.AddOrUpdate(key, k => k + text, (k, old) => old + "+");

    private static string UpdateAlone(ConcurrentDictionary<string, string> all, string key, string text) =>
        all.AddOrUpdate(key, k => k + "=", (k, old) => old + text);

    private static string StaticGroup(ConcurrentDictionary<string, string> all, string key, string text) =>
        all.AddOrUpdate(key, New, (k, old) => old + text);

    private static string New(string key) => "new " + key;

    private static string Whole(ConcurrentDictionary<string, string> all, string key, string text)
    {
        var result = all.AddOrUpdate(key, k => k + text, (k, old) => old + (text += "!"));
        return result + text;
    }

    private static string KeyOfBoth(ConcurrentDictionary<string, string> all, string key) => all.AddOrUpdate(key, _ => key, (_, old) => old + key);

    private static string BothGeneric<T>(ConcurrentDictionary<string, string> all, string key, T value)
        where T : class => all.AddOrUpdate(key, k => typeof(T).Name + value.GetHashCode().CompareTo(0), (k, old) => old + (value is List<int>));

    private static string BothNumbers(int key, int number)
    {
        var all = New<int, int>();
        return all.AddOrUpdate(key, k => k + number, (k, old) => old + number) + "," + all.AddOrUpdate(key, k => k + number, (k, old) => old + number);
    }

    private static ConcurrentDictionary<TKey, TValue> New<TKey, TValue>()
        where TKey : notnull => new();

    private static class Updates
    {
        public static string Keep(string key, string old) => old + key;
    }

#pragma warning disable CS0693 // The two type parameters differ by their declarations, not by their names.
    private sealed class Named<T>
    {
        private readonly T _outer = default!;

        public string Call<T>(string key, T inner)
        {
            var all = New<string, string>();
            var result = all.AddOrUpdate(key, k => k + inner, Updates.Keep);
            if (result.Length > 0)
            {
                var outer = _outer;
                result += all.AddOrUpdate(key + key, k => k + outer, Updates.Keep);
            }

            return result;
        }
    }
#pragma warning restore CS0693
}
