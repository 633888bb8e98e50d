namespace AssemblyToProcess.Valid;

/// <summary>Woven methods that use a semaphore. They run one at a time, in the order of their calls.</summary>
public static class Exclusion
{
    public static async Task One_at_a_time(Trace trace)
    {
        using var semaphore = new SemaphoreSlim(1);
        var turnstile = new Turnstile();
        var all = new[] { Work(trace, semaphore, turnstile, "a"), Work(trace, semaphore, turnstile, "b") };
        trace.Add("inside", turnstile.Waiting);
        turnstile.Pass();
        await all[0];
        SpinWait.SpinUntil(() => turnstile.Waiting == 1);
        turnstile.Pass();
        await all[1];
    }

    private static Task Work(Trace trace, SemaphoreSlim semaphore, Turnstile turnstile, string name) =>
        Locked(semaphore, async () =>
        {
            trace.Add("enter", name);
            await turnstile;
            trace.Add("leave", name);
            return name;
        }).AsTask();

    private static async ValueTask<T> Locked<T>(SemaphoreSlim semaphore, Func<ValueTask<T>> body)
    {
        await semaphore.WaitAsync();
        try
        {
            return await body();
        }
        finally
        {
            semaphore.Release();
        }
    }
}
