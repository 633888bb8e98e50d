namespace AssemblyToProcess.Support;

/// <summary>Describes everything that a caller can observe of a WhenAny's winner.</summary>
public static class Winner
{
    /// <summary>Returns the positions of the winner among the tasks, and how the winner ended.</summary>
    public static string Of(Task winner, params Task?[] tasks) =>
        string.Join("+", Enumerable.Range(0, tasks.Length).Where(i => tasks[i] == winner)) + " " + winner.Status;

    /// <summary>Waits for a WhenAny's task, and describes the task and its winner. The task may complete on another thread a moment after the winner.</summary>
    public static string Of(Task<Task> any, params Task?[] tasks) => $"{any.Status} {Of(any.GetAwaiter().GetResult(), tasks)}";

    public static string Of<T>(Task<Task<T>> any, params Task?[] tasks) => Of(any.GetAwaiter().GetResult(), tasks);

    /// <summary>Returns the exception that a call threw, with its message, or the status of the task that the call returned.</summary>
    public static string Thrown(Func<Task> call)
    {
        try
        {
            return "none, " + call().Status;
        }
        catch (Exception e)
        {
            return $"{e.GetType().Name}({e.Message})";
        }
    }
}
