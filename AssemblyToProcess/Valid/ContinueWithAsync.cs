namespace AssemblyToProcess.Valid;

/// <summary>Calls in async methods and iterators, whose closures are fields of the state machine.</summary>
public sealed class ContinueWithAsync
{
    private readonly string _name = "own";

    public static async Task Run_in_machines(Trace trace)
    {
        var fixture = new ContinueWithAsync();
        var task = Task.FromResult(1);
        trace.Add("parameter", await Parameter(task, "p"));
        trace.Add("local", await Local(task));
        trace.Add("before any await", await BeforeAnyAwait(task, "b"));
        trace.Add("this", await fixture.This(task));
        trace.Add("this and local", await fixture.ThisAndLocal(task, "l"));
        trace.Add("group", await fixture.Group(task));
        trace.Add("in a loop", await InALoop());
        trace.Add("awaited arguments", await AwaitedArguments(task, "a"));
        trace.Add("written after an await", await WrittenAfterAwait(task, "w"));
        trace.Add("conditional access", await ConditionalAccess(task, "c"));
        trace.Add("conditional access", await ConditionalAccess(null, "c") ?? "null");
        trace.Add("lambda", await InALambda(task, "x"));
        trace.Add("iterator", string.Join(",", fixture.Iterator(task, "i")));
        trace.Add("value task", await OfValueTask(task, "v"));
    }

    public static async Task Choose_their_arguments(Trace trace)
    {
        var task = Task.FromResult(2);
        trace.Add("branches", Branches(task, "a", true) + Branches(task, "b", false));
        trace.Add("coalesced", Coalesced(task, "c", null) + Coalesced(task, "d", TaskScheduler.Default));
        trace.Add("switch", SwitchArgument(task, "e", 0) + SwitchArgument(task, "f", 1));
        trace.Add("below other arguments", BelowOthers(1, task, "g"));
        trace.Add("antecedent chosen", ChosenAntecedent(task, Task.FromResult(3), "h", true) + ChosenAntecedent(task, Task.FromResult(3), "i", false));
        trace.Add("order", await Order(trace));
        trace.Add("thrown among the arguments", ThrownAmongArguments(task, "j", null));
        trace.Add("within a try", WithinATry(task, "k"));
        trace.Add("filter", Filter(task, "l"));
    }

    private static async Task<string> Parameter(Task<int> task, string s)
    {
        await Task.Yield();
        return await task.ContinueWith(t => s + t.Result);
    }

    private static async Task<string> Local(Task<int> task)
    {
        var text = "t" + await task;
        return await task.ContinueWith(t => text + t.Result);
    }

    private static async Task<string> BeforeAnyAwait(Task<int> task, string s)
    {
        string result;
        {
            var text = s + s;
            result = task.ContinueWith(t => text + t.Result).Result;
        }

        await Task.Yield();
        return result;
    }

    private async Task<string> This(Task<int> task)
    {
        await Task.Yield();
        return await task.ContinueWith(t => _name + t.Result);
    }

    private async Task<string> ThisAndLocal(Task<int> task, string s)
    {
        await Task.Yield();
        var text = s + s;
        return await task.ContinueWith(t => _name + text + t.Result);
    }

    private async Task<string> Group(Task<int> task)
    {
        await Task.Yield();
        return await task.ContinueWith(Continue);
    }

    private string Continue(Task<int> task) => _name + task.Result;

    private static async Task<string> InALoop()
    {
        var result = "";
        for (var i = 0; i < 3; i++)
        {
            var text = result + i;
            result = await Task.FromResult(i).ContinueWith(t => text + t.Result);
        }

        return result;
    }

    private static async Task<string> AwaitedArguments(Task<int> task, string s) =>
        await task.ContinueWith(t => s + t.Result, await Task.FromResult(TaskScheduler.Default));

    private static async Task<string> WrittenAfterAwait(Task<int> task, string s)
    {
        var source = new TaskCompletionSource<int>();
        var result = source.Task.ContinueWith(t => s + t.Result);
        await task;
        s = "written";
        source.SetResult(1);
        return await result;
    }

    private static async Task<string?> ConditionalAccess(Task<int>? task, string s)
    {
        var result = task?.ContinueWith(t => s + t.Result);
        return result == null ? null : await result;
    }

    private static async Task<string> InALambda(Task<int> task, string s)
    {
        Func<string, Task<string>> run = async more =>
        {
            await Task.Yield();
            return await task.ContinueWith(t => more + t.Result);
        };
        return await run(s);
    }

    private static async ValueTask<string> OfValueTask(Task<int> task, string s)
    {
        await Task.Yield();
        return await task.ContinueWith(t => s + t.Result);
    }

    private IEnumerable<string> Iterator(Task<int> task, string s)
    {
        yield return task.ContinueWith(t => _name + t.Result).Result;
        for (var i = 0; i < 2; i++)
        {
            var text = s + i;
            yield return task.ContinueWith(t => text + t.Result).Result;
        }
    }

    private static string Branches(Task<int> task, string s, bool synchronously) =>
        task.ContinueWith(t => s + t.Result, synchronously ? TaskContinuationOptions.ExecuteSynchronously : TaskContinuationOptions.None).Result;

    private static string Coalesced(Task<int> task, string s, TaskScheduler? scheduler) =>
        task.ContinueWith(t => s + t.Result, scheduler ?? TaskScheduler.Current).Result;

    private static string SwitchArgument(Task<int> task, string s, int choice) => task.ContinueWith(
        t => s + t.Result,
        choice switch
        {
            0 => TaskContinuationOptions.ExecuteSynchronously,
            1 => TaskContinuationOptions.LongRunning,
            _ => throw new ArgumentOutOfRangeException(nameof(choice)),
        }).Result;

    private static string BelowOthers(int i, Task<int> task, string s) =>
        string.Join("/", i + 1, "pre", task.ContinueWith(t => s + t.Result).Result, i);

    private static string ChosenAntecedent(Task<int> first, Task<int> second, string s, bool isFirst) =>
        (isFirst ? first : second).ContinueWith(t => s + t.Result).Result;

    private static async Task<string> Order(Trace trace)
    {
        return await Noted("antecedent", Task.FromResult(1)).ContinueWith(
            t => "ran" + trace.Lines.Count,
            Noted("token", CancellationToken.None),
            Noted("options", TaskContinuationOptions.ExecuteSynchronously),
            Noted("scheduler", TaskScheduler.Default));

        T Noted<T>(string what, T value)
        {
            trace.Add(what);
            return value;
        }
    }

    private static string ThrownAmongArguments(Task<int> task, string s, TaskScheduler? scheduler)
    {
        try
        {
            return task.ContinueWith(t => s + t.Result, scheduler ?? throw new FormatException("no scheduler")).Result;
        }
        catch (FormatException e)
        {
            return e.Message;
        }
    }

    private static string WithinATry(Task<int> task, string s)
    {
        try
        {
            return task.ContinueWith(t => t.Result > 0 ? throw new FormatException(s) : 0).Result.ToString();
        }
        catch (AggregateException e)
        {
            var message = e.InnerException!.Message;
            return task.ContinueWith(t => message + t.Result).Result;
        }
        finally
        {
            var text = s + "finally";
            task.ContinueWith(t => text + t.Result).Wait();
        }
    }

    private static string Filter(Task<int> task, string s)
    {
        try
        {
            throw new FormatException(s);
        }
        catch (FormatException e) when (task.ContinueWith(t => e.Message + t.Result).Result.Length > 0)
        {
            return "filtered " + e.Message;
        }
    }
}
