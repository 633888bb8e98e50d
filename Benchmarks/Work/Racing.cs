namespace Work;

/// <summary>Who comes first of several tasks; the answer is handed on as a task.</summary>
public static class Racing
{
    /// <summary>Of an array that somebody else made.</summary>
    public static Task<Task> FirstOf(Task[] tasks) => Task.WhenAny(tasks);

    /// <summary>Of three.</summary>
    public static Task<Task> FirstOf(Task first, Task second, Task third) => Task.WhenAny(first, second, third);

    /// <summary>Of four.</summary>
    public static Task<Task> FirstOf(Task first, Task second, Task third, Task fourth) => Task.WhenAny(first, second, third, fourth);

    /// <summary>Of new tasks in an array, the first of which then completes.</summary>
    public static Task<Task<int>> FirstOfPending(int count)
    {
        var sources = new TaskCompletionSource<int>[count];
        var tasks = new Task<int>[count];
        for (var i = 0; i < count; i++)
        {
            sources[i] = Pending();
            tasks[i] = sources[i].Task;
        }

        var winner = Task.WhenAny(tasks);
        sources[0].SetResult(20);
        return winner;
    }

    /// <summary>Of three new tasks, the first of which then completes.</summary>
    public static Task<Task<int>> FirstOfThreePending()
    {
        var first = Pending();
        var second = Pending();
        var third = Pending();
        var winner = Task.WhenAny(first.Task, second.Task, third.Task);
        first.SetResult(20);
        return winner;
    }

    /// <summary>Of four new tasks, the first of which then completes.</summary>
    public static Task<Task<int>> FirstOfFourPending()
    {
        var first = Pending();
        var second = Pending();
        var third = Pending();
        var fourth = Pending();
        var winner = Task.WhenAny(first.Task, second.Task, third.Task, fourth.Task);
        first.SetResult(20);
        return winner;
    }

    /// <summary>Not inlined: the JIT would let a source that does not leave its caller go without an object, in optimised code alone.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static TaskCompletionSource<int> Pending() => new();
}
