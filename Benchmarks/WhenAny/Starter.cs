namespace Benchmarks.WhenAny;

/// <summary>Starts pending tasks for a loop that waits for the first of each few, and completes that one.</summary>
internal sealed class Starter
{
    /// <summary>What each task takes, and its source.</summary>
    public const int BytesOfTask = 88;

    private readonly TaskCompletionSource[] _sources;
    private int _started;

    public Starter(int tasks)
    {
        _sources = new TaskCompletionSource[tasks];
        Start = StartNext;
    }

    public Func<Task> Start { get; }

    /// <summary>Completes the first of the tasks that were started last; the loop runs in here, and starts the next ones.</summary>
    /// <exception cref="InvalidOperationException">The loop has not come round: the task is that of the last time, and completed.</exception>
    public void CompleteFirst() => Complete(0);

    /// <summary>Completes another one: the loop ends in here.</summary>
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
