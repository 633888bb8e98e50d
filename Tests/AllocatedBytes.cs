namespace Tests;

/// <summary>Measures the exact number of bytes that code allocates on its thread.</summary>
public static class AllocatedBytes
{
    /// <summary>Runs the action once, and returns the bytes that this thread allocated meanwhile.</summary>
    public static long During(Action run)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        run();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    /// <summary>Measures several runs of calls. Returns the bytes per call of the run that allocated least.</summary>
    public static double PerCall(Action call, int calls = 100, int runs = 10) => (double)LeastOf(runs, () =>
    {
        call();
        return During(() =>
        {
            for (var i = 0; i < calls; i++)
            {
                call();
            }
        });
    }) / calls;

    /// <summary>
    /// Returns the least of several measurements, because a garbage collection that empties a pool, or the JIT, can increase a measurement. The measurements
    /// run on a new thread, which has no current context. If the caller's thread has a context, each call on that thread would capture it.
    /// </summary>
    public static long LeastOf(int runs, Func<long> measure)
    {
        var least = long.MaxValue;
        var thread = new Thread(() => least = Enumerable.Range(0, runs).Select(_ => measure()).Min());
        thread.UnsafeStart();
        thread.Join();
        return least;
    }
}
