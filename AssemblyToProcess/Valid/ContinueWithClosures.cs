namespace AssemblyToProcess.Valid;

/// <summary>Closures that the weaver can remove: they hold one captured reference, or the antecedent, or both.</summary>
public sealed class ContinueWithClosures
{
    private readonly string _name = "own";

    public static void Need_no_object(Trace trace)
    {
        var task = Task.FromResult(21);
        trace.Add("result or zero", ResultOrZero(task).Result);
        trace.Add("result or zero, faulted", ResultOrZero(Task.FromException<int>(new FormatException())).Result);
        trace.Add("parameter", Parameter(task, "p"));
        trace.Add("local", Local(task, 3));
        trace.Add("array", OfArray(task, [1, 2, 3]));
        trace.Add("antecedent alone", AntecedentAlone(task));
        trace.Add("antecedent and this", new ContinueWithClosures().AntecedentAndThis(task));
        trace.Add("antecedent in a local", AntecedentInLocal(task, "l"));
        trace.Add("antecedent copied", AntecedentCopied(task, "c"));
        trace.Add("either way", EitherWay(task, true) + EitherWay(task, false));
        trace.Add("read afterwards", ReadAfterwards(task, "r"));
        trace.Add("nested scopes", NestedScopes(task, "n"));
        trace.Add("antecedent further out", AntecedentFurtherOut(task, "o"));
        trace.Add("pattern", Pattern(task, "text") + Pattern(task, 5));
        trace.Add("delegate captured", DelegateCaptured(task, x => x + 1));
        trace.Add("anonymous method", AnonymousMethod(task, "a"));
        trace.Add("local function", LocalFunction(task, "f"));
        trace.Add("in a filter", InAFilter(Task.FromException<int>(new FormatException("inner")), "f"));
        trace.Add("null", NullCaptured(task, null));
    }

    public static void In_loops_have_a_variable_each(Trace trace)
    {
        var all = new List<Task<string>>();
        foreach (var name in new[] { "a", "b", "c" })
        {
            all.Add(Task.FromResult(name.Length).ContinueWith(t => name + t.Result));
        }

        for (var i = 0; i < 3; i++)
        {
            var text = "i" + i;
            try
            {
                all.Add(Task.FromResult(i).ContinueWith(t => i < 0 ? throw new InvalidOperationException() : text + t.Result));
            }
            finally
            {
                trace.Add("made", i);
            }
        }

        for (var i = 0; i < 3; i++)
        {
            var text = "j" + i;
            if (i == 1)
            {
                continue;
            }

            all.Add(Task.FromResult(i).ContinueWith(t => text + t.Result));
        }

        trace.Add("all", string.Join(",", all.Select(task => task.Result)));
    }

    private static Task<int> ResultOrZero(Task<int> task)
    {
        var tcs = new TaskCompletionSource<int>();
        task.ContinueWith(t =>
        {
            if (task.Status == TaskStatus.RanToCompletion)
            {
                tcs.SetResult(task.Result);
            }
            else
            {
                tcs.SetResult(0);
            }
        });
        return tcs.Task;
    }

    private static string Parameter(Task<int> task, string s) => task.ContinueWith(t => s + t.Result).Result;

    private static string Local(Task<int> task, int x)
    {
        var text = new string('x', x);
        return task.ContinueWith(t => text + t.Result).Result;
    }

    private static int OfArray(Task<int> task, int[] numbers) => task.ContinueWith(t => numbers.Sum() + t.Result).Result;

    private static string AntecedentAlone(Task<int> task) => task.ContinueWith(_ => task.Status + "/" + task.Result).Result;

    private string AntecedentAndThis(Task<int> task) => task.ContinueWith(_ => _name + task.Result).Result;

    private static string AntecedentInLocal(Task<int> antecedent, string s)
    {
        var task = antecedent.ContinueWith(_ => 4);
        return task.ContinueWith(_ => s + task.Result).Result;
    }

    private static string AntecedentCopied(Task<int> antecedent, string s)
    {
        var task = antecedent;
        return antecedent.ContinueWith(_ => s + task.Result).Result;
    }

    private static string EitherWay(Task<int> task, bool first)
    {
        string text;
        if (first)
        {
            text = "first";
        }
        else
        {
            text = "second";
        }

        return task.ContinueWith(t => text + t.Result).Result;
    }

    private static string ReadAfterwards(Task<int> task, string s)
    {
        var before = s + s;
        var length = before.Length;
        var result = task.ContinueWith(t => before + t.Result);
        return before + length + result.Result + before;
    }

    private static string NestedScopes(Task<int> task, string s)
    {
        if (s.Length > 0)
        {
            var inner = s + "!";
            if (inner.Length > 1)
            {
                var innermost = inner + "?";
                return task.ContinueWith(t => innermost + t.Result).Result;
            }
        }

        return "";
    }

    // Without optimisation the compiler makes two closures: one for the parameter and one for the local.
    private static string AntecedentFurtherOut(Task<int> task, string s)
    {
        if (s.Length > 0)
        {
            var text = s + task.Result;
            return task.ContinueWith(_ => text + task.Result).Result;
        }

        return "";
    }

    private static string Pattern(Task<int> task, object value)
    {
        if (value is string text)
        {
            return task.ContinueWith(t => text + t.Result).Result;
        }

        return "none";
    }

    private static int DelegateCaptured(Task<int> task, Func<int, int> change) => task.ContinueWith(t => change(t.Result)).Result;

    private static string AnonymousMethod(Task<int> task, string s) => task.ContinueWith(delegate(Task<int> t)
    {
        return s + t.Result;
    }).Result;

    private static string LocalFunction(Task<int> task, string s)
    {
        return task.ContinueWith(Continue).Result;

        string Continue(Task<int> t) => s + t.Result;
    }

    private static string InAFilter(Task<int> task, string s) => task.ContinueWith(t =>
    {
        try
        {
            return s + t.Result;
        }
        catch (AggregateException e) when (e.InnerException is FormatException && s.Length == 1)
        {
            return s + e.InnerException.Message;
        }
    }).Result;

    private static string NullCaptured(Task<int> task, string? s) => task.ContinueWith(t => (s ?? "null") + t.Result).Result;
}
