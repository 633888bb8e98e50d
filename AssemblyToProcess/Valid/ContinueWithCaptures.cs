namespace AssemblyToProcess.Valid;

/// <summary>Closures that are written later, shared, or hold values or several references. Most must stay. Other lambdas use only <c>this</c>.</summary>
public sealed class ContinueWithCaptures
{
    private int _count;

    public static void See_what_is_written_afterwards(Trace trace)
    {
        trace.Add("written after", WrittenAfter("a"));
        trace.Add("written in the lambda", WrittenInTheLambda(Task.CompletedTask, "b"));
        trace.Add("written between", WrittenBetween("c"));
        trace.Add("by reference", ByReference("d"));
        trace.Add("written in a loop", WrittenInALoop());
        trace.Add("antecedent replaced", AntecedentReplaced(Task.FromResult(1), Task.FromResult(2)));
        trace.Add("parameter replaced", ParameterReplaced(Task.FromResult(1), Task.FromResult(2)));
        trace.Add("written by another lambda", WrittenByAnother("e"));
        trace.Add("assigned late", AssignedLate());
    }

    public static void Hold_more_than_one_reference(Trace trace)
    {
        var task = Task.FromResult(1);
        trace.Add("two", Two(task, "a", "b"));
        trace.Add("one value", OneValue(task, 5));
        trace.Add("one struct", OneStruct(task, new KeyValuePair<string, int>("k", 1)));
        trace.Add("nullable", OneNullable(task, null));
        trace.Add("this and a local", new ContinueWithCaptures().ThisAndLocal(task, "l"));
        trace.Add("this and a value", new ContinueWithCaptures().ThisAndValue(task, 3));
        trace.Add("shared by two", SharedByTwo(task, "s"));
        trace.Add("nested lambdas", NestedLambdas(task, "n"));
        trace.Add("nested scopes", NestedScopes(task, "o"));
        trace.Add("loop and outer", string.Join(",", LoopAndOuter(task, "p")));
        trace.Add("async lambda", AsyncLambda(task, "q"));
        trace.Add("out variable", OutVariable(task, "12"));
        trace.Add("called as well", CalledAsWell(task, "r"));
        trace.Add("passed twice", PassedTwice(task, "t"));
        trace.Add("catch", InACatch(task));
        trace.Add("chain", Chain(task, "u", "v"));
        trace.Add("switch", Switch(task, "w", 1) + Switch(task, "w", 2) + Switch(task, "w", 3));
        trace.Add("using", InAUsing(task));
        trace.Add("tuple", Deconstructed(task, ("x", "y")));
        trace.Add("in a constructor", new InAConstructor(task, "z").Result);
        trace.Add("in an initialiser", new InAnInitialiser(task).Result);
        trace.Add("in an accessor", new ContinueWithCaptures { Pending = task }.Pending.IsCompleted);
    }

    public static void Hold_this_alone(Trace trace)
    {
        var fixture = new ContinueWithCaptures();
        var task = Task.FromResult(1);
        fixture.Count(task);
        fixture.Count(task);
        trace.Add("count", fixture._count);
        trace.Add("primary constructor", new Primary("p", 2).Continue(task));
        trace.Add("derived", new Derived().Continue(task));
        trace.Add("struct", new Value(4).Continue(task));
        trace.Add("closed over itself", fixture.Recursive(3));
    }

    private Task<int> Pending
    {
        get => _count == 0 ? Task.FromResult(0) : throw new InvalidOperationException();
        set => value.ContinueWith(t => _count += t.Result - 1).Wait();
    }

    private static string WrittenAfter(string s)
    {
        var source = new TaskCompletionSource<int>();
        var result = source.Task.ContinueWith(t => s + t.Result, TaskContinuationOptions.ExecuteSynchronously);
        s = "changed";
        source.SetResult(1);
        return result.Result;
    }

    private static string WrittenInTheLambda(Task task, string s)
    {
        task.ContinueWith(t => s += "!").Wait();
        return s;
    }

    private static string WrittenBetween(string s)
    {
        var text = s;
        var source = new TaskCompletionSource<int>();
        var result = source.Task.ContinueWith(t => text + t.Result, Written(text = "between"), TaskContinuationOptions.None, TaskScheduler.Default);
        source.SetResult(1);
        return result.Result;
    }

    private static CancellationToken Written(string text) => text.Length > 100 ? new CancellationToken(true) : default;

    private static string ByReference(string s)
    {
        var source = new TaskCompletionSource<int>();
        var result = source.Task.ContinueWith(t => s + t.Result);
        Change(ref s);
        source.SetResult(1);
        return result.Result;
    }

    private static void Change(ref string s) => s += " changed";

    private static string WrittenInALoop()
    {
        var source = new TaskCompletionSource<int>();
        var last = "none";
        var all = new List<Task<string>>();
        for (var i = 0; i < 3; i++)
        {
            last = "last" + i;
            all.Add(source.Task.ContinueWith(t => last + t.Result));
        }

        source.SetResult(0);
        return string.Join(",", all.Select(task => task.Result));
    }

    private static int AntecedentReplaced(Task<int> first, Task<int> second)
    {
        var source = new TaskCompletionSource<bool>();
        var task = first;
        var result = task.ContinueWith(_ => source.Task.Result ? task.Result : 0);
        task = second;
        source.SetResult(true);
        return result.Result;
    }

    private static int ParameterReplaced(Task<int> task, Task<int> second) => task.ContinueWith(t =>
    {
        t = second;
        return t.Result * 10 + task.Result;
    }).Result;

    private static string WrittenByAnother(string s)
    {
        var source = new TaskCompletionSource<int>();
        Action write = () => s = "written";
        var result = source.Task.ContinueWith(t => s + t.Result);
        write();
        source.SetResult(1);
        return result.Result;
    }

    private static string AssignedLate()
    {
        string? text = null;
        var source = new TaskCompletionSource<int>();
        var result = source.Task.ContinueWith(t => (text ?? "null") + t.Result);
        text = "late";
        source.SetResult(1);
        return result.Result;
    }

    private static string Two(Task<int> task, string a, string b) => task.ContinueWith(t => a + b + t.Result).Result;

    private static int OneValue(Task<int> task, int value) => task.ContinueWith(t => value + t.Result).Result;

    private static string OneStruct(Task<int> task, KeyValuePair<string, int> pair) => task.ContinueWith(t => pair.Key + pair.Value + t.Result).Result;

    private static int OneNullable(Task<int> task, int? value) => task.ContinueWith(t => (value ?? -1) + t.Result).Result;

    private string ThisAndLocal(Task<int> task, string s) => task.ContinueWith(t => s + _count + t.Result).Result;

    private string ThisAndValue(Task<int> task, int value) => task.ContinueWith(t => $"{value}{_count}{t.Result}").Result;

    private static string SharedByTwo(Task<int> task, string s)
    {
        task.ContinueWith(t => s += "1").Wait();
        task.ContinueWith(t => s += "2").Wait();
        return s;
    }

    private static string NestedLambdas(Task<int> task, string s) =>
        task.ContinueWith(t => task.ContinueWith(u => s + t.Result + u.Result).Result).Result;

    private static string NestedScopes(Task<int> task, string s)
    {
        var outer = s + "1";
        if (outer.Length > 0)
        {
            var inner = outer + "2";
            return task.ContinueWith(t => outer + inner + t.Result).Result;
        }

        return "";
    }

    private static IEnumerable<string> LoopAndOuter(Task<int> task, string s)
    {
        var all = new List<string>();
        for (var i = 0; i < 2; i++)
        {
            var text = s + i;
            all.Add(task.ContinueWith(t => s + text + t.Result).Result);
        }

        return all;
    }

    private static string AsyncLambda(Task<int> task, string s) => task.ContinueWith(async t =>
    {
        await Task.Yield();
        return s + t.Result;
    }).Unwrap().Result;

    private static string OutVariable(Task<int> task, string s)
    {
        int.TryParse(s, out var number);
        return task.ContinueWith(t => (number + t.Result).ToString()).Result;
    }

    private static string CalledAsWell(Task<int> task, string s)
    {
        return task.ContinueWith(Continue).Result + Continue(task);

        string Continue(Task<int> t) => s + t.Result;
    }

    private static string PassedTwice(Task<int> task, string s)
    {
        return task.ContinueWith(Continue).Result + task.ContinueWith(Continue, TaskScheduler.Default).Result;

        string Continue(Task<int> t) => s + t.Result;
    }

    private static string InACatch(Task<int> task)
    {
        try
        {
            throw new FormatException("caught");
        }
        catch (Exception e) when (e.Message.Length > 0)
        {
            var text = e.Message;
            return task.ContinueWith(t => e.GetType().Name + text + t.Result).Result;
        }
    }

    private static string Chain(Task<int> task, string a, string b) => task
        .ContinueWith(t => a + t.Result)
        .ContinueWith(t => b + t.Result, TaskContinuationOptions.ExecuteSynchronously)
        .ContinueWith(t => a + b + t.Result)
        .Result;

    private static string Switch(Task<int> task, string s, int choice) => choice switch
    {
        1 => task.ContinueWith(t => s + 1 + t.Result).Result,
        2 => task.ContinueWith(t => s + choice + t.Result).Result,
        _ => task.ContinueWith(t => "none" + t.Result).Result,
    };

    private static string InAUsing(Task<int> task)
    {
        using var source = new CancellationTokenSource();
        return task.ContinueWith(t => source.IsCancellationRequested.ToString() + t.Result, source.Token).Result;
    }

    private static string Deconstructed(Task<int> task, (string A, string B) pair)
    {
        var (a, b) = pair;
        return task.ContinueWith(t => a + b + t.Result).Result;
    }

    private void Count(Task<int> task) => task.ContinueWith(t => _count += t.Result).Wait();

    private int Recursive(int depth) =>
        depth == 0 ? _count : Task.CompletedTask.ContinueWith(_ => Recursive(depth - 1)).Result;

    private sealed class InAConstructor
    {
        public InAConstructor(Task<int> task, string s) => Result = task.ContinueWith(t => s + t.Result).Result;

        public string Result { get; }
    }

    private sealed class InAnInitialiser(Task<int> task)
    {
        public string Result { get; } = task.ContinueWith(_ => "init" + task.Result).Result;
    }

    private sealed class Primary(string text, int number)
    {
        public string Continue(Task<int> task) => task.ContinueWith(t => text + number++ + t.Result).Result + number;
    }

    private class Base
    {
        protected virtual string Name => "base";

        public virtual string Continue(Task<int> task) => task.ContinueWith(t => Name + t.Result).Result;
    }

    private sealed class Derived : Base
    {
        protected override string Name => "derived";

        public override string Continue(Task<int> task) => task.ContinueWith(t => base.Name + Name + t.Result).Result + base.Continue(task);
    }

    private readonly struct Value
    {
        private readonly int _value;

        public Value(int value) => _value = value;

        public int Continue(Task<int> task)
        {
            var copy = this;
            return task.ContinueWith(t => copy._value + t.Result).Result;
        }
    }
}
