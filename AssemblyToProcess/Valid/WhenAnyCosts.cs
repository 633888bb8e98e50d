namespace AssemblyToProcess.Valid;

/// <summary>Calls whose allocations are measured.</summary>
public static class WhenAnyCosts
{
    private static readonly Task s_completed = Task.CompletedTask;
    private static readonly Task<int> s_result = Task.FromResult(1);
    private static readonly Task s_never = new TaskCompletionSource<bool>().Task;
    private static readonly Task<int> s_neverResult = new TaskCompletionSource<int>().Task;
    private static readonly Task[] s_array = { s_never, s_completed, s_never };

    public static async Task Give_the_same(Trace trace)
    {
        trace.Add("three", Winner.Of(ThreeCompleted(), s_completed));
        trace.Add("four", Winner.Of(FourCompleted(), s_completed));
        trace.Add("with results", Winner.Of(ThreeResults(), s_result));
        trace.Add("of an array", Winner.Of(OfAnArray(), s_never, s_completed));
        trace.Add("three of an array", Winner.Of(Three(new[] { s_never, s_never, s_result }), s_never, s_result));
        trace.Add("four of an array", Winner.Of(Four(new[] { s_never, s_never, s_result, s_never }), s_never, s_result));
        trace.Add("awaited", (await AwaitTwo()).Status);
        trace.Add("awaited", (await AwaitThree()).Status);
        trace.Add("awaited", (await AwaitFour()).Status);
        trace.Add("awaited result", await AwaitResult());
        trace.Add("awaited pending", await AwaitPending(Pending(out var source)) + source.Task.Result);
        trace.Add("in a task method", (await AwaitInTaskMethod()).Status);

        static Task Pending(out TaskCompletionSource<int> source)
        {
            source = new TaskCompletionSource<int>();
            source.SetResult(3);
            return source.Task;
        }
    }

    public static Task<Task> ThreeCompleted() => Task.WhenAny(s_completed, s_completed, s_completed);

    public static Task<Task> FourCompleted() => Task.WhenAny(s_completed, s_completed, s_completed, s_completed);

    public static Task<Task<int>> ThreeResults() => Task.WhenAny(s_result, s_neverResult, s_result);

    public static Task<Task> OfAnArray() => Task.WhenAny(s_array);

    public static Task<Task> Three(Task[] tasks) => Task.WhenAny(tasks[0], tasks[1], tasks[2]);

    public static Task<Task> Four(Task[] tasks) => Task.WhenAny(tasks[0], tasks[1], tasks[2], tasks[3]);

    public static async ValueTask<Task> AwaitTwo() => await Task.WhenAny(s_never, s_completed);

    public static async ValueTask<Task> AwaitThree() => await Task.WhenAny(s_never, s_never, s_completed).ConfigureAwait(false);

    public static async ValueTask<Task> AwaitFour() => await Task.WhenAny(s_never, s_never, s_never, s_completed);

    public static async ValueTask<int> AwaitResult() => (await Task.WhenAny(s_neverResult, s_result)).Result;

    /// <summary>Waits for the first of three tasks. One of them is the argument, which the caller completes later. The other two never complete.</summary>
    public static async ValueTask<TaskStatus> AwaitPending(Task task)
    {
        var winner = await Task.WhenAny(s_never, task, s_neverResult).ConfigureAwait(false);
        return winner.Status;
    }

    public static async Task<Task> AwaitInTaskMethod() => await Task.WhenAny(s_never, s_completed, s_completed);
}
