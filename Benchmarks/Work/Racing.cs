namespace Work;

/// <summary>Calls <c>Task.WhenAny</c> and returns its task.</summary>
public static class Racing
{
    /// <summary>Calls WhenAny with an array that the caller made.</summary>
    public static Task<Task> FirstOf(Task[] tasks) => Task.WhenAny(tasks);

    /// <summary>Returns the first of three tasks.</summary>
    public static Task<Task> FirstOf(Task first, Task second, Task third) => Task.WhenAny(first, second, third);

    /// <summary>Returns the first of four tasks.</summary>
    public static Task<Task> FirstOf(Task first, Task second, Task third, Task fourth) => Task.WhenAny(first, second, third, fourth);

    /// <summary>Calls WhenAny with new tasks in an array, and then completes the first task.</summary>
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

    /// <summary>Calls WhenAny with three new tasks, and then completes the first task.</summary>
    public static Task<Task<int>> FirstOfThreePending()
    {
        var first = Pending();
        var second = Pending();
        var third = Pending();
        var winner = Task.WhenAny(first.Task, second.Task, third.Task);
        first.SetResult(20);
        return winner;
    }

    /// <summary>Calls WhenAny with four new tasks, and then completes the first task.</summary>
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

    /// <summary>Must not be inlined. In inlined code, the JIT could avoid the allocation of a source that does not escape from the caller.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private static TaskCompletionSource<int> Pending() => new();
}
