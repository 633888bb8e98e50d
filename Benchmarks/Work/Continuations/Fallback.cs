namespace Work.Continuations;

/// <summary>The example in <i>TPL Performance Improvements in .NET 4.5</i>: a task's result, or zero if there is none.</summary>
public static class Fallback
{
    /// <summary>Adds a continuation to the task. The continuation's lambda captures the task and the source of the result.</summary>
    public static Task<int> ResultOrZero(Task<int> task)
    {
        var source = new TaskCompletionSource<int>();
        task.ContinueWith(
            _ => source.SetResult(task.Status == TaskStatus.RanToCompletion ? task.Result : 0),
            CancellationToken.None, Following.InPlace, TaskScheduler.Default);
        return source.Task;
    }

    /// <summary>Makes the same call as the method above, but passes a state object.</summary>
    public static Task<int> ResultOrZeroByHand(Task<int> task)
    {
        var source = new TaskCompletionSource<int>();
        task.ContinueWith(
            static (antecedent, state) =>
                ((TaskCompletionSource<int>)state!).SetResult(antecedent.Status == TaskStatus.RanToCompletion ? antecedent.Result : 0),
            source, CancellationToken.None, Following.InPlace, TaskScheduler.Default);
        return source.Task;
    }
}
