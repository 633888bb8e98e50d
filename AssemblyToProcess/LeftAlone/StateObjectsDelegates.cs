using System.Collections.Concurrent;

namespace AssemblyToProcess.LeftAlone;

/// <summary>Calls whose delegates have no use for a state, or must not get one.</summary>
public static class StateObjectsDelegates
{
    public static void Stay(Trace trace)
    {
        trace.Add("unwraps", Unwraps("text").Result);
        trace.Add("no task", UnwrapsNoResult(trace).Status);
        trace.Add("nothing captured", NothingCaptured("key"));
        trace.Add("neither captures", NeitherCaptures("key"));
        trace.Add("value", Value("key", "text"));
        trace.Add("passes state", PassesState("text"));
        trace.Add("different objects", DifferentObjects("key", new Noted("a"), new Noted("b")));
        trace.Add("nested closures", NestedClosures("key", "outer"));
        trace.Add("captures a task", CapturesTask(Task.FromResult("task")));
        trace.Add("factory", FromElsewhere("key", k => k + "!"));
    }

    private static Task<int> Unwraps(string text) => Task.Run(async () =>
    {
        await Task.Yield();
        return text.Length;
    });

    private static Task UnwrapsNoResult(Trace trace)
    {
        var task = Task.Run(() => Task.FromResult(trace.Lines.Count));
        task.Wait();
        return task;
    }

    private static string NothingCaptured(string key) => New().GetOrAdd(key, k => k + "!");

    private static string NeitherCaptures(string key) => New().AddOrUpdate(key, k => k + "!", (k, old) => old + "?");

    private static string Value(string key, string text)
    {
        var all = New();
        all[key] = "old ";
        return all.AddOrUpdate(key, text, (k, old) => old + text);
    }

    private static string PassesState(string text)
    {
        var result = Task.Factory.StartNew(state => text + state, text).Result;
        using var registration = new CancellationToken(canceled: true).Register(state => result += text + state, "state");
        return result;
    }

    private static string DifferentObjects(string key, Noted first, Noted second)
    {
        var all = New();
        return all.AddOrUpdate(key, first.Add, second.Update) + all.AddOrUpdate(key, first.Add, second.Update);
    }

    private static string NestedClosures(string key, string outer)
    {
        var all = New();
        Func<string> keeps = () => outer;
        for (var i = 0; i < 2; i++)
        {
            var inner = i;
            all.AddOrUpdate(key, k => outer, (k, old) => old + inner);
        }

        return all[key] + keeps();
    }

    private static string CapturesTask(Task<string> previous) =>
        Task.Run(() => previous.Result + "!").Result + Task.Factory.StartNew(() => previous.Result + "?").Result;

    private static string FromElsewhere(string key, Func<string, string> factory) => New().GetOrAdd(key, factory);

    private static ConcurrentDictionary<string, string> New() => new();

    private sealed class Noted(string text)
    {
        public string Add(string key) => key + text;

        public string Update(string key, string old) => old + text;
    }
}
