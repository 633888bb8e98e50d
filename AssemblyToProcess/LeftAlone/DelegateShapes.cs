using System.Collections.Concurrent;

namespace AssemblyToProcess.LeftAlone;

/// <summary>Delegates to which the weaver passes no state, each for a different reason.</summary>
public static class DelegateShapes
{
    public static void Stay(Trace trace)
    {
        var task = Task.CompletedTask;
        Ended("from a variable", From_a_variable(task, _ => trace.Add("a variable's")), trace);
        Ended("from a call", From_a_call(task), trace);
        Ended("from a cast", From_a_cast(task, new Action<Task>(_ => trace.Add("a cast's"))), trace);
        Ended("of another type", Of_another_type(task, new Pair()), trace);
        Ended("with another parameter", With_another_parameter(task, "text"), trace);
        trace.Add("overridden", Overridden(new Pair()));
        trace.Add("not null", Perhaps_null(new Pair()));
        trace.Add("of two", Of_two(new Pair(), new Pair()));
        Ended("inherited", new Heir<int>.Inner().Note(new Heir<int>(), task), trace);
        try
        {
            Perhaps_null(null!);
        }
        catch (ArgumentException e)
        {
            trace.Add("null", e);
        }
    }

    public static Task From_a_variable(Task task, Action<Task> then) => task.ContinueWith(then);

    public static Task From_a_call(Task task) => task.ContinueWith(Make());

    public static Task From_a_cast(Task task, object then) => task.ContinueWith((Action<Task>)then);

    public static Task Of_another_type(Task task, Pair pair) => task.ContinueWith(new Action<object>(pair.Any));

    public static Task With_another_parameter(Task task, string text) => task.ContinueWith(text.Extend);

    public static string Overridden(Pair pair) => New().AddOrUpdate("key", pair.VirtualAdd, pair.Update);

    public static string Perhaps_null(Pair pair) => New().AddOrUpdate("key", pair.Add, pair.Update);

    public static string Of_two(Pair one, Pair other) => New().AddOrUpdate("key", one.Add, other.Update);

    private static void Ended(string label, Task task, Trace trace)
    {
        task.Wait();
        trace.Add(label, task.Status);
    }

    private static Action<Task> Make() => _ => { };

    private static void Extend(this string text, Task task) => GC.KeepAlive((text, task));

    private static ConcurrentDictionary<string, string> New() => new();

    public class Base
    {
        protected void Note(Task task) => GC.KeepAlive(task);
    }

    public sealed class Heir<T> : Base
    {
        public sealed class Inner
        {
            public Task Note(Heir<T> heir, Task task) => task.ContinueWith(heir.Note);
        }
    }

    public class Pair
    {
        public string Add(string key) => key;

        public virtual string VirtualAdd(string key) => key;

        public string Update(string key, string old) => old;

        public void Any(object task)
        {
        }
    }
}
