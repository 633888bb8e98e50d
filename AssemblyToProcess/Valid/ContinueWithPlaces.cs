namespace AssemblyToProcess.Valid;

/// <summary>Calls in every kind of member and statement that can have its own captured variables.</summary>
public static class ContinueWithPlaces
{
    public static void Have_variables_of_their_own(Trace trace)
    {
        var task = Task.FromResult(1);
        trace.Add("filter and handler", FilterAndHandler(task));
        trace.Add("filter before", FilterBefore(task, "f"));
        trace.Add("assigned before the handler", AssignedBeforeTheHandler(task, "12") + AssignedBeforeTheHandler(task, "x"));
        trace.Add("assigned in the handler", AssignedInTheHandler(task, "h"));
        trace.Add("lock", InALock(task));
        trace.Add("deconstructed", Deconstructed(task));
        trace.Add("pinned", Pinned(task, "p"));
        trace.Add("beside a reference", BesideAReference(task, "r"));
        trace.Add("out argument", OutArgument(task));
        trace.Add("property pattern", PropertyPattern(task, "pattern"));
        trace.Add("switch", Switch(task, 5) + Switch(task, "s") + Switch(task, 'c'));
        trace.Add("record", new Record("n", 2).Continue(task) + (new Record("m", 2) with { Number = 3 }).Continue(task));
        trace.Add("private type", new Outer<string>().OfPrivateType<int>(task));
        trace.Add("private type in an iterator", string.Join(",", new Outer<string>().Iterate(task, 2)));
        trace.Add("private type in a machine", new Outer<string>().Await(task, 3).Result);
#if NET
        trace.Add("interface", ((IPlace)new Place()).Continue(task, "i") + ((IPlace)new Place()).ContinueBoth(task, "i"));
        trace.Add("reference-like type argument", ReferenceLike<int>(task, "l"));
#endif
    }

    public static void Stand_in_lambdas(Trace trace)
    {
        var task = Task.FromResult(1);
        trace.Add("three deep", ThreeDeep(task, "a"));
        trace.Add("a variable each", AVariableEach(task, "b"));
        trace.Add("asynchronous", Asynchronous(task, "c").Result);
        trace.Add("with a local function", WithALocalFunction(task, "d", 4));
        trace.Add("written again on the way back", string.Join(",", WrittenAgain()));
        trace.Add("a closure each on the way back", string.Join(",", AClosureEach()));
#if NET
        trace.Add("dynamic", Dynamic(task, "e"));
#endif
    }

    // The compiler creates the closure in the filter.
    private static string FilterAndHandler(Task<int> task)
    {
        try
        {
            throw new FormatException("m");
        }
        catch (FormatException e) when (e.Message.Length == 1)
        {
            return task.ContinueWith(t => e.Message + t.Result).Result;
        }
    }

    private static string FilterBefore(Task<int> task, string s)
    {
        var text = s + "!";
        try
        {
            throw new FormatException();
        }
        catch (FormatException) when (text.Length == 2)
        {
            return task.ContinueWith(t => text + t.Result).Result;
        }
    }

    private static string AssignedBeforeTheHandler(Task<int> task, string s)
    {
        string? text = null;
        try
        {
            text = int.Parse(s).ToString();
        }
        catch (FormatException)
        {
        }

        return task.ContinueWith(_ => text ?? "none").Result;
    }

    private static string AssignedInTheHandler(Task<int> task, string s)
    {
        string text;
        try
        {
            text = s + "1";
            task.ContinueWith(_ => text).Wait();
            throw new FormatException();
        }
        catch (FormatException)
        {
            text = "2";
        }

        return task.ContinueWith(_ => text).Result;
    }

    private static string InALock(Task<int> task)
    {
        var gate = new object();
        lock (gate)
        {
            return task.ContinueWith(t => gate.GetType().Name + t.Result).Result;
        }
    }

    private static string Deconstructed(Task<int> task)
    {
        var all = "";
        foreach (var (key, value) in new[] { ("a", "b"), ("c", "d") })
        {
            all += task.ContinueWith(_ => key).Result + task.ContinueWith(_ => value).Result;
        }

        return all;
    }

    private static unsafe string Pinned(Task<int> task, string s)
    {
        var text = s + "!";
        fixed (char* first = text)
        {
            return task.ContinueWith(_ => text).Result + *first;
        }
    }

    private static string BesideAReference(Task<int> task, string s)
    {
        ref var reference = ref s;
        reference = "written";
        return task.ContinueWith(t => s + t.Result).Result;
    }

    private static string OutArgument(Task<int> task)
    {
        Make(out var text);
        return task.ContinueWith(_ => text).Result;

        static void Make(out string made) => made = "made";
    }

    private static string PropertyPattern(Task<int> task, object value) =>
        value is string { Length: > 1 } text && task.ContinueWith(t => text + t.Result).Result is { Length: > 2 } longer
            ? task.ContinueWith(_ => longer + "!").Result
            : "none";

    private static string Switch<T>(Task<int> task, T value) => value switch
    {
        int i => task.ContinueWith(t => i + t.Result).Result.ToString(),
        string s => task.ContinueWith(t => s + t.Result).Result,
        _ => typeof(T).Name,
    };

    private static string ThreeDeep(Task<int> task, string s) => task.ContinueWith(
        t => task.ContinueWith(
            u => task.ContinueWith(
                v => s + t.Result + u.Result + v.Result).Result + s).Result + s).Result;

    private static string AVariableEach(Task<int> task, string s) => task.ContinueWith(t =>
    {
        var text = s + "in";
        return t.ContinueWith(_ => text + t.Result).Result;
    }).Result;

    private static Task<string> Asynchronous(Task<int> task, string s) => task.ContinueWith(async t =>
    {
        await Task.Yield();
        var text = s + t.Result;
        return await t.ContinueWith(async u =>
        {
            await Task.Yield();
            return text + u.Result;
        }).Unwrap();
    }).Unwrap();

    private static string WithALocalFunction(Task<int> task, string s, int number)
    {
        return task.ContinueWith(t => Local() + s).Result;

        int Local() => number + s.Length;
    }

    private static IEnumerable<string> WrittenAgain()
    {
        var source = new TaskCompletionSource<int>();
        var all = new List<Task<string>>();
        var i = 0;
        var text = "first";
    again:
        all.Add(source.Task.ContinueWith(_ => text));
        text = "last" + i;
        if (i++ < 2)
        {
            goto again;
        }

        source.SetResult(1);
        return all.Select(task => task.Result);
    }

    private static IEnumerable<string> AClosureEach()
    {
        var source = new TaskCompletionSource<int>();
        var all = new List<Task<string>>();
        var i = 0;
    again:
        {
            var text = "text" + i;
            all.Add(source.Task.ContinueWith(_ => text));
        }

        if (i++ < 2)
        {
            goto again;
        }

        source.SetResult(1);
        return all.Select(task => task.Result);
    }

#if NET
    private static string Dynamic(Task<int> task, dynamic value) => task.ContinueWith(t => (string)(value + t.Result)).Result;

    private static string ReferenceLike<T>(Task<int> task, string s)
        where T : allows ref struct => task.ContinueWith(t => s + t.Result + typeof(T).Name).Result;

    private interface IPlace
    {
        string Name { get; }

        string Continue(Task<int> task, string s) => task.ContinueWith(t => s + t.Result).Result;

        string ContinueBoth(Task<int> task, string s) => task.ContinueWith(t => s + Name + t.Result).Result;
    }

    private sealed class Place : IPlace
    {
        public string Name => "place";
    }
#endif

    private sealed record Record(string Name, int Number)
    {
        public int Number { get; set; } = Number;

        public string Name { get; } = Name;

        public string Continue(Task<int> task)
        {
            var name = Name;
            return task.ContinueWith(t => Name + Number).Result + task.ContinueWith(_ => name).Result;
        }
    }

    private sealed class Outer<T>
    {
        public string OfPrivateType<TMethod>(Task<int> task)
        {
            var inner = new Inner<TMethod>();
            return task.ContinueWith(_ => inner.Name).Result;
        }

        public IEnumerable<string> Iterate<TMethod>(Task<int> task, TMethod value)
        {
            var inner = new Inner<TMethod>();
            yield return task.ContinueWith(_ => inner.Name + value).Result;
            yield return task.ContinueWith(inner.Group).Result;
        }

        public async Task<string> Await<TMethod>(Task<int> task, TMethod value)
        {
            await Task.Yield();
            var inner = new Inner<TMethod>();
            var first = await task.ContinueWith(inner.Group);
            return first + await task.ContinueWith(_ => inner.Name + value + typeof(T).Name);
        }

        private sealed class Inner<TInner>
        {
            public string Name => typeof(TInner).Name;

            public string Group(Task<int> task) => Name + task.Result;
        }
    }
}
