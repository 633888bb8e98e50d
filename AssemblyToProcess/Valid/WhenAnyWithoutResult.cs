namespace AssemblyToProcess.Valid;

/// <summary>Calls of Task.WhenAny whose task is awaited as a Task without a result, so the await drops the winner.</summary>
public static class WhenAnyWithoutResult
{
    private static readonly Task s_never = new TaskCompletionSource<bool>().Task;

    public static async Task Are_awaited(Trace trace)
    {
        var source = new TaskCompletionSource<int>();
        var all = new[] { Two(source.Task), Three(source.Task), OfResults(source.Task), Kept(source.Task), Array(s_never, source.Task), Chosen(source.Task, false), Chosen(source.Task, true) };
        trace.Add("waiting", all.Count(task => task.IsCompleted));
        source.SetResult(1);
        await Task.WhenAll(all);
        trace.Add("completed", all.Count(task => task.IsCompleted));
        await Three(Task.FromException(new FormatException()));
        trace.Add("failed", "nothing is thrown");
    }

    // If the weaver wrongly leaves a value on the stack, the fault shows where paths meet: at the next await.
    private static async Task Next() => await Task.Yield();

    private static async Task Two(Task task)
    {
        await (Task)Task.WhenAny(s_never, task);
        await Next();
    }

    private static async Task Three(Task task)
    {
        await ((Task)Task.WhenAny(s_never, task, s_never)).ConfigureAwait(false);
        await Next().ConfigureAwait(false);
    }

    private static async Task OfResults(Task<int> task)
    {
        Task any = Task.WhenAny(task, task, task);
        await any;
        await Next();
    }

    private static async Task Kept(Task task)
    {
        Task any = Task.WhenAny(s_never, s_never, s_never, task);
        await Task.Yield();
        await any;
    }

    private static async Task Array(params Task[] tasks) => await (Task)Task.WhenAny(tasks);

    private static async Task Chosen(Task task, bool isFirst) => await (isFirst ? (Task)Task.WhenAny(task, s_never, s_never) : Task.WhenAny(s_never, s_never, task));
}
