namespace AssemblyToProcess.LeftAlone;

/// <summary>Async iterators need no rewrite, because their state machines are already ValueTask sources.</summary>
public static class AsyncIterators
{
    public static void Stay(Trace trace)
    {
        var numbers = Numbers().GetAsyncEnumerator();
        while (numbers.MoveNextAsync().AsTask().Result)
        {
            trace.Add("number", numbers.Current);
        }

        trace.Add("enumerator", Enumerator("a").MoveNextAsync().AsTask().Result);
    }

    private static async IAsyncEnumerable<int> Numbers()
    {
        yield return 1;
        await Task.Yield();
        yield return 2;
    }

    private static async IAsyncEnumerator<T> Enumerator<T>(T value)
    {
        await Task.Yield();
        yield return value;
    }
}
