namespace Work;

/// <summary>A caller that stores ValueTasks, so that other code takes the results later.</summary>
public static class Storing
{
    /// <summary>Starts calls and stores them.</summary>
    /// <param name="calls">The array for the ValueTasks.</param>
    /// <param name="call">Starts the call with the given number.</param>
    public static void Store(ValueTask<int>[] calls, Func<int, ValueTask<int>> call)
    {
        for (var i = 0; i < calls.Length; i++)
        {
            calls[i] = call(i);
        }
    }
}
