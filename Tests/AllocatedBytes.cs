namespace Tests;

/// <summary>What code allocates on the thread that runs it, to the byte.</summary>
public static class AllocatedBytes
{
    /// <summary>While this thread runs something once.</summary>
    public static long During(Action run)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        run();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    /// <summary>For each call, of the least of several runs.</summary>
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
    /// The least of several measurements: a garbage collection may empty a pool, or the JIT may run, in between. They are done on a thread of their own, because
    /// a context that is not the default one would be kept at every call.
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
