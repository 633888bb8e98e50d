namespace AssemblyToProcess.Valid;

/// <summary>Small examples of how real programs wait for the first of two or three tasks.</summary>
public static class WhenAnyCallSites
{
    public static async Task A_watch_loop(Trace trace)
    {
        var stop = new TaskCompletionSource<bool>();
        var changes = new Queue<TaskCompletionSource<string?>>();
        var exits = new Queue<TaskCompletionSource<int>>();
        var watching = Watch(
            () =>
            {
                exits.Enqueue(new TaskCompletionSource<int>());
                return exits.Last().Task;
            },
            () =>
            {
                changes.Enqueue(new TaskCompletionSource<string?>());
                return changes.Last().Task;
            },
            stop.Task,
            trace);
        changes.Last().SetResult("a.cs");
        exits.Last().SetResult(3);
        changes.Last().SetResult("b.cs");
        stop.SetResult(true);
        trace.Add("watched", await watching);
        trace.Add("started", (exits.Count, changes.Count));
    }

    public static async Task A_browser_run(Trace trace)
    {
        foreach (var what in new[] { "page", "exit", "crash", "timeout" })
        {
            TaskCompletionSource<string> page = new(), exit = new(), crash = new(), late = new();
            var running = RunInBrowser(page.Task, exit.Task, crash.Task, late.Task, trace);
            if (what != "timeout")
            {
                page.SetResult("ready");
            }

            (what switch { "exit" => exit, "crash" => crash, _ => late }).TrySetResult(what);
            trace.Add(what, await running);
        }
    }

    public static async Task Hedging(Trace trace)
    {
        for (var slow = 0; slow < 3; slow++)
        {
            var sources = Enumerable.Range(0, 3).Select(_ => new TaskCompletionSource<string>()).ToList();
            var hedged = Hedge(i => sources[i].Task, sources.Count, trace);
            sources[(slow + 1) % 3].SetException(new FormatException("attempt " + slow));
            sources[(slow + 2) % 3].SetResult("answer of " + (slow + 2) % 3);
            trace.Add("hedged", await hedged);
            trace.Add("observed", sources[(slow + 1) % 3].Task.Exception!.InnerException);
        }
    }

    public static async Task A_stream_client(Trace trace)
    {
        var client = new Client();
        var answered = client.Request(1, new TaskCompletionSource<bool>().Task);
        client.Answer(1, "first");
        trace.Add("answered", await answered);

        var late = new TaskCompletionSource<bool>();
        var expired = client.Request(2, late.Task);
        late.SetResult(true);
        trace.Add("expired", await expired);

        var closed = client.Request(3, new TaskCompletionSource<bool>().Task);
        client.Close();
        trace.Add("closed", await closed);
        trace.Add("already closed", await client.Request(4, new TaskCompletionSource<bool>().Task));
    }

    /// <summary>Runs a program again whenever a file has changed, until the task <c>stop</c> completes.</summary>
    private static async Task<string> Watch(Func<Task<int>> start, Func<Task<string?>> nextChange, Task stop, Trace trace)
    {
        var program = start();
        while (true)
        {
            var change = nextChange();
            var finished = await Task.WhenAny(program, change, stop).ConfigureAwait(false);
            if (finished == stop)
            {
                return "stopped";
            }

            if (finished == program)
            {
                trace.Add("the program has ended", await program);
                finished = await Task.WhenAny(change, stop).ConfigureAwait(false);
                if (finished == stop)
                {
                    return "stopped without the program";
                }
            }

            trace.Add("a file has changed", await change);
            program = start();
        }
    }

    private static async Task<string> RunInBrowser(Task<string> page, Task<string> exit, Task<string> crash, Task<string> timeout, Trace trace)
    {
        var ready = await Task.WhenAny(page, crash, timeout);
        if (ready != page)
        {
            return "not ready: " + await ready;
        }

        trace.Add("ready", (await Task.WhenAny<string>(page, exit, crash, timeout)).Result);
        var running = new List<Task<string>> { exit, crash, timeout };
        var ended = await Task.WhenAny(running);
        var same = await Task.WhenAny(running.ToArray());
        if (ended != same || await Task.WhenAny(exit, crash, timeout).ConfigureAwait(false) != ended)
        {
            return "not the same";
        }

        return ended == exit ? "exit code of " + await exit : "failed: " + await ended;
    }

    /// <summary>Makes several requests at once, and takes the first answer that is not an error.</summary>
    private static async ValueTask<string> Hedge(Func<int, Task<string>> ask, int most, Trace trace)
    {
        var asked = new List<Task<string>>();
        for (var i = 0; i < most; i++)
        {
            asked.Add(ask(i));
        }

        while (asked.Count > 0)
        {
            var answer = asked.Count switch
            {
                1 => asked[0],
                2 => await Task.WhenAny(asked[0], asked[1]).ConfigureAwait(false),
                3 => await Task.WhenAny(asked[0], asked[1], asked[2]).ConfigureAwait(false),
                _ => await Task.WhenAny(asked).ConfigureAwait(false),
            };
            asked.Remove(answer);
            try
            {
                return await answer;
            }
            catch (FormatException e)
            {
                trace.Add("failed", e);
            }
        }

        return "nobody";
    }

    private sealed class Client
    {
        private readonly Dictionary<int, TaskCompletionSource<string>> _pending = new();
        private readonly TaskCompletionSource<bool> _closed = new();

        public async ValueTask<string> Request(int id, Task timeout)
        {
            var answer = new TaskCompletionSource<string>();
            _pending.Add(id, answer);
            try
            {
                var first = await Task.WhenAny(answer.Task, timeout, _closed.Task);
                return first == answer.Task ? answer.Task.Result : first == timeout ? $"{id} expired" : $"{id} closed";
            }
            finally
            {
                _pending.Remove(id);
            }
        }

        public void Answer(int id, string text) => _pending[id].SetResult(text);

        public void Close() => _closed.SetResult(true);
    }
}
