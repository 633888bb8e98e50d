namespace AssemblyToProcess.Support;

/// <summary>Tells of a WhenAny's winner what can be observed of it.</summary>
public static class Winner
{
    /// <summary>The places at which the winner stands among the tasks, and how it ended.</summary>
    public static string Of(Task winner, params Task?[] tasks) =>
        string.Join("+", Enumerable.Range(0, tasks.Length).Where(i => tasks[i] == winner)) + " " + winner.Status;

    /// <summary>The same of a task for a winner, which is waited for: it may complete on another thread a moment after the winner.</summary>
    public static string Of(Task<Task> any, params Task?[] tasks) => $"{any.Status} {Of(any.GetAwaiter().GetResult(), tasks)}";

    public static string Of<T>(Task<Task<T>> any, params Task?[] tasks) => Of(any.GetAwaiter().GetResult(), tasks);

    /// <summary>What a call threw, with what its message says.</summary>
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
