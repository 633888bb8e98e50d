namespace AssemblyToProcess.Valid;

/// <summary>Lambdas that use the type parameters of methods, of types, or of both.</summary>
public static class ContinueWithGenerics
{
    public static void Keep_their_type_arguments(Trace trace)
    {
        trace.Add("captured", Captured(Task.FromResult("a"), "b"));
        trace.Add("captured", Captured(Task.FromResult(1), 2));
        trace.Add("captured class", CapturedClass(Task.FromResult(1), "c"));
        trace.Add("captured class", CapturedClass(Task.FromResult(2L), new List<int> { 1 }));
        trace.Add("list", CapturedList(Task.FromResult(3), new List<string> { "x" }));
        trace.Add("array", CapturedArray(Task.FromResult(3), new[] { 1.5 }));
        trace.Add("antecedent", AntecedentAlone(Task.FromResult(4)));
        trace.Add("antecedent", AntecedentAlone(Task.FromResult("four")));
        trace.Add("result", ResultOrDefault(Task.FromException<string>(new FormatException())) ?? "null");
        trace.Add("result", ResultOrDefault(Task.FromResult(5)));
        var outer = new Outer<string>("o");
        trace.Add("this", outer.This(Task.FromResult("t")));
        trace.Add("this and method", outer.ThisAndMethod(Task.FromResult(6)));
        trace.Add("this and method", outer.ThisAndMethod(Task.FromResult("six")));
        trace.Add("both", outer.Both(Task.FromResult(7), "m"));
        trace.Add("both", outer.Both(Task.FromResult(8L), 9));
        trace.Add("constrained", Constrained(Task.FromResult(1), 3, 4) + Constrained(Task.FromResult("s"), "x", "y"));
        trace.Add("nested", new Outer<string>.Inner<int>("i", 1).Continue(Task.FromResult(10), "n"));
        trace.Add("group", outer.Group(Task.FromResult("g")));
        trace.Add("generic group", outer.GenericGroup(Task.FromResult(11)));
        trace.Add("local function", LocalFunction(Task.FromResult(12), "l"));
        trace.Add("of a struct", new Struct<string>("s").Continue(Task.FromResult(13)));
        trace.Add("recursive", Recursive(Task.FromResult(1), new List<string>(), 3));
        trace.Add("static", Static<int>.Continue(Task.FromResult(1), "q") + Static<string>.Continue(Task.FromResult(1), "q"));
    }

    private static string Captured<T>(Task<T> task, T value) => task.ContinueWith(t => $"{value}{t.Result}{typeof(T).Name}").Result;

    private static string CapturedClass<T, TCaptured>(Task<T> task, TCaptured value)
        where TCaptured : class => task.ContinueWith(t => $"{value.GetType().Name}{t.Result}{typeof(TCaptured).Name}").Result;

    private static string CapturedList<T, TItem>(Task<T> task, List<TItem> list) => task.ContinueWith(t => $"{list.Count}{t.Result}{typeof(TItem).Name}").Result;

    private static string CapturedArray<T, TItem>(Task<T> task, TItem[] array) => task.ContinueWith(t => $"{array.Length}{array[0]}{t.Result}").Result;

    private static T AntecedentAlone<T>(Task<T> task) => task.ContinueWith(_ => task.Result).Result;

    private static T? ResultOrDefault<T>(Task<T> task)
    {
        var source = new TaskCompletionSource<T?>();
        task.ContinueWith(t => source.SetResult(task.Status == TaskStatus.RanToCompletion ? task.Result : default));
        return source.Task.Result;
    }

    private static string Constrained<T, TValue>(Task<T> task, TValue first, TValue second)
        where TValue : IComparable<TValue>
    {
        return task.ContinueWith(t => first.CompareTo(second) + t.Result!.ToString()).Result;
    }

    private static string LocalFunction<T>(Task<T> task, string s)
    {
        return task.ContinueWith(Continue).Result;

        string Continue(Task<T> t) => s + t.Result;
    }

    private static string Recursive<T>(Task<T> task, List<string> list, int depth)
    {
        if (depth == 0)
        {
            return typeof(T).GetGenericArguments().Length.ToString();
        }

        return task.ContinueWith(t => new KeyValuePair<T, List<string>>(t.Result, list)).ContinueWith(t => Recursive(t, list, depth - 1) + list.Count).Result;
    }

    private static class Static<T>
    {
        public static string Continue(Task<int> task, string s) => task.ContinueWith(t => s + typeof(T).Name + t.Result).Result;
    }

    private sealed class Outer<T>
        where T : class
    {
        private readonly T _value;

        public Outer(T value) => _value = value;

        public string This(Task<T> task) => task.ContinueWith(t => $"{_value}{t.Result}").Result;

        public string ThisAndMethod<TMethod>(Task<TMethod> task) => task.ContinueWith(t => $"{_value}{t.Result}{typeof(TMethod).Name}").Result;

        public string Both<TTask, TMethod>(Task<TTask> task, TMethod other) => task.ContinueWith(t => $"{_value}{t.Result}{other}{typeof(TMethod).Name}").Result;

        public string Group(Task<T> task) => task.ContinueWith(Continue).Result;

        public string GenericGroup<TMethod>(Task<TMethod> task) => task.ContinueWith(ContinueGeneric).Result;

        private string Continue(Task<T> task) => $"{_value}{task.Result}";

        private string ContinueGeneric<TMethod>(Task<TMethod> task) => $"{_value}{task.Result}";

        public sealed class Inner<TInner>(T outer, TInner inner)
            where TInner : struct
        {
            public string Continue<TTask, TMethod>(Task<TTask> task, TMethod method)
                where TMethod : class, T => task.ContinueWith(t => $"{method}{t.Result}").Result + task.ContinueWith(t => $"{outer}{inner}").Result;
        }
    }

    private readonly struct Struct<T>
    {
        private readonly T _value;

        public Struct(T value) => _value = value;

        public string Continue(Task<int> task)
        {
            var copy = this;
            return task.ContinueWith(t => $"{copy._value}{t.Result}").Result;
        }
    }
}
