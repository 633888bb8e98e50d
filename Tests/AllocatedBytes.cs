namespace Tests;

/// <summary>Measures what code allocates on the thread that runs it, to the byte.</summary>
public static class AllocatedBytes
{
    /// <summary>The bytes that this thread allocates during one run.</summary>
    public static long During(Action run)
    {
        var before = GC.GetAllocatedBytesForCurrentThread();
        run();
        return GC.GetAllocatedBytesForCurrentThread() - before;
    }

    /// <summary>The bytes per call, in the run that allocated least.</summary>
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
    /// The least of several measurements, because a garbage collection may empty a pool, or the JIT may run, during some of them. The measurements have their
    /// own thread, because on the caller's thread, each call would capture that thread's context.
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
