namespace AssemblyToProcess.LeftAlone;

/// <summary>Calls whose delegate may also be used elsewhere, or captures nothing that could be passed as a state.</summary>
public static class ContinueWithDelegates
{
    private static readonly Action<Task> s_field = t => { };

    private static Func<Task<int>, string> Property => t => "property " + t.Result;

    public static void Stay(Trace trace)
    {
        var task = Task.FromResult(1);
        trace.Add("no capture", NoCapture(task));
        trace.Add("static lambda", StaticLambda(task));
        trace.Add("generic", Generic(task));
        trace.Add("static method", task.ContinueWith(StaticMethod).Result);
        trace.Add("extension method", task.ContinueWith("e".Extend).Result);
        trace.Add("variable", Variable(task, "v"));
        trace.Add("field", task.ContinueWith(s_field).Status != TaskStatus.Faulted);
        trace.Add("property", task.ContinueWith(Property).Result);
        trace.Add("parameter", Parameter(task, t => "p" + t.Result));
        trace.Add("chosen", Chosen(task, "c", true) + Chosen(task, "c", false));
        trace.Add("coalesced", Coalesced(task, "d", null));
        trace.Add("kept", Kept(task, "k"));
        trace.Add("cached in a closure", CachedInClosure("l"));
        trace.Add("passes state", PassesState(task, "s"));
        trace.Add("base method", new Derived().Continue(task));
        trace.Add("in a filter", InAFilter(task));
        trace.Add("awaited argument", AwaitedArgument(task, "a").Result);
        trace.Add("wider delegate", new Derived().Wider(task));
        trace.Add("null", Null(task));
        trace.Add("of another type", new Other().ContinueWith(_ => "other"));
    }

    private static int NoCapture(Task<int> task) => task.ContinueWith(t => t.Result + 1).Result;

    private static int StaticLambda(Task<int> task) => task.ContinueWith(static t => t.Result + 2).Result;

    private static string Generic<T>(Task<T> task) => task.ContinueWith(t => t.Result + typeof(T).Name).Result;

    private static int StaticMethod(Task<int> task) => task.Result + 3;

    private static string Extend(this string s, Task<int> task) => s + task.Result;

    private static string Variable(Task<int> task, string s)
    {
        Func<Task<int>, string> continuation = t => s + t.Result;
        s += "!";
        return task.ContinueWith(continuation).Result + continuation(task);
    }

    private static string Parameter(Task<int> task, Func<Task<int>, string> continuation) => task.ContinueWith(continuation).Result;

    private static string Chosen(Task<int> task, string s, bool first) =>
        task.ContinueWith(first ? new Func<Task<int>, string>(t => s + "first") : t => s + "second").Result;

    private static string Coalesced(Task<int> task, string s, Func<Task<int>, string>? given) =>
        task.ContinueWith(given ?? (t => s + t.Result)).Result;

    private static string Kept(Task<int> task, string s)
    {
        Func<Task<int>, string> kept;
        return task.ContinueWith(kept = t => s + t.Result).Result + kept(task);
    }

    private static string CachedInClosure(string s)
    {
        var all = new List<string>();
        for (var i = 0; i < 3; i++)
        {
            all.Add(Task.FromResult(i).ContinueWith(t => s + t.Result).Result);
        }

        return string.Join(",", all);
    }

    private static string PassesState(Task<int> task, string s) => task.ContinueWith((t, state) => state + "" + t.Result, s).Result;

    private static string InAFilter(Task<int> task)
    {
        try
        {
            throw new FormatException("filtered");
        }
        catch (FormatException e) when (task.ContinueWith(new Noted(e.Message).Note).Result)
        {
            return e.Message;
        }
    }

    private static async Task<string> AwaitedArgument(Task<int> task, string s) =>
        await task.ContinueWith(t => s + t.Result, await Task.FromResult(CancellationToken.None));

    private static string Null(Task<int> task)
    {
        try
        {
            task.ContinueWith((Action<Task<int>>)null!);
            return "none";
        }
        catch (ArgumentNullException e)
        {
            return e.ParamName!;
        }
    }

    private sealed class Noted(string text)
    {
        public bool Note(Task<int> task) => text.Length == 8;
    }

    private class Base
    {
        protected virtual string Name(Task<int> task) => "base";

        protected string Any(object task) => "any " + task.GetType().IsClass;
    }

    private sealed class Derived : Base
    {
        protected override string Name(Task<int> task) => "derived";

        public string Continue(Task<int> task) => task.ContinueWith(base.Name).Result;

        public string Wider(Task<int> task) => task.ContinueWith(new Func<object, string>(Any)).Result;
    }

    private sealed class Other
    {
        public string ContinueWith(Func<Other, string> continuation)
        {
            var text = continuation(this);
            return text;
        }
    }
}
