namespace PooledAwait.Runtime;

/// <summary>Trims every pool after each garbage collection of the oldest generation.</summary>
internal static class PoolTrimmer
{
    private static readonly List<WeakReference<Depot>> s_depots = [];

    /// <summary>
    /// Has a target for as long as this library is loaded. In a context that is being unloaded only the finalization queue still knows the
    /// listener; a weak reference is cleared then, and one that only the listener knew would be finalized with it at any collection.
    /// </summary>
    private static readonly WeakReference<object> s_loaded = new(s_depots);

    private static int s_collections = GC.CollectionCount(2);

    /// <summary>One trim at a time: two would end each other's seizure of a thread's cache.</summary>
    private static readonly object s_trimming = new();

    static PoolTrimmer() => _ = new CollectionListener();

    /// <summary>Trims a pool from now on, for as long as its type is loaded.</summary>
    public static void Register(Depot depot)
    {
        lock (s_depots)
        {
            s_depots.RemoveAll(static candidate => !candidate.TryGetTarget(out _));
            s_depots.Add(new WeakReference<Depot>(depot));
        }
    }

    /// <summary>Trims all pools.</summary>
    /// <param name="everything">Whether all that is idle goes, or only what nobody needed since the last time.</param>
    public static void Trim(bool everything)
    {
        var depots = new List<Depot>();
        lock (s_depots)
        {
            foreach (var reference in s_depots)
            {
                if (reference.TryGetTarget(out var depot))
                {
                    depots.Add(depot);
                }
            }
        }

        lock (s_trimming)
        {
            foreach (var depot in depots)
            {
                depot.Trim(everything);
            }
        }
    }

    private static void AfterCollection()
    {
        var collections = GC.CollectionCount(2);
        if (collections != s_collections)
        {
            s_collections = collections;
            Trim(everything: IsMemoryTight());
        }
    }

    private static bool IsMemoryTight()
    {
#if NETSTANDARD2_0
        return false;
#else
        var memory = GC.GetGCMemoryInfo();
        return memory.MemoryLoadBytes >= memory.HighMemoryLoadThresholdBytes;
#endif
    }

    /// <summary>An unreachable object whose finalizer is how .NET tells of a garbage collection; it makes itself finalizable again.</summary>
    private sealed class CollectionListener
    {
        ~CollectionListener()
        {
            // A finalizer that always asked for the next one would never let the library be unloaded, nor a .NET Framework process end.
            if (Environment.HasShutdownStarted || !s_loaded.TryGetTarget(out _))
            {
                return;
            }

            AfterCollection();
            GC.ReRegisterForFinalize(this);
        }
    }
}
