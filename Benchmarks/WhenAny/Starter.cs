namespace Benchmarks.WhenAny;

/// <summary>
/// Starts the tasks of a loop, and completes one task in each turn. In a turn, the loop starts its tasks and awaits the first that completes.
/// </summary>
internal sealed class Starter
{
    /// <summary>The bytes of a task and its source.</summary>
    public const int BytesOfTask = 88;

    private readonly TaskCompletionSource[] _sources;
    private int _started;

    public Starter(int tasks)
    {
        _sources = new TaskCompletionSource[tasks];
        Start = StartNext;
    }

    public Func<Task> Start { get; }

    /// <summary>Completes the first task of this turn. The loop continues inside this call, and starts the next tasks.</summary>
    /// <exception cref="InvalidOperationException">The loop has not started new tasks, so the task of the previous turn would be completed again.</exception>
    public void CompleteFirst() => Complete(0);

    /// <summary>Completes the last task of this turn. The loop ends if the first task does not win, so the loop ends inside this call.</summary>
    public void CompleteLast() => Complete(_sources.Length - 1);

    private void Complete(int place)
    {
        _started = 0;
        _sources[place].SetResult();
    }

    private Task StartNext()
    {
        var source = new TaskCompletionSource();
        _sources[_started++] = source;
        return source.Task;
    }
}
