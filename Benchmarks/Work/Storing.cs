namespace Work;

/// <summary>A caller that stores what it gets, so that others take the results later.</summary>
public static class Storing
{
    /// <summary>Starts calls and stores them.</summary>
    /// <param name="calls">Where they are stored.</param>
    /// <param name="call">Starts the call of a number.</param>
    public static void Store(ValueTask<int>[] calls, Func<int, ValueTask<int>> call)
    {
        for (var i = 0; i < calls.Length; i++)
        {
            calls[i] = call(i);
        }
    }
}
