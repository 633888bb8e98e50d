using System.Diagnostics.CodeAnalysis;
#if !NETSTANDARD2_0
using System.Runtime.Loader;
#endif

namespace PooledAwait.Runtime;

/// <summary>
/// Trims every pool after garbage collections of the oldest generation. If memory is tight, it trims after each such collection. Otherwise it trims at most
/// once in <see cref="PoolLimits.TrimIntervalMilliseconds"/>. Collections may follow each other quickly, so a trim after each collection would give up boxes
/// that are still needed.
/// </summary>
internal static class PoolTrimmer
{
    private static readonly List<WeakReference<Depot>> s_depots = [];

    // After the initialisation, only the thread that runs finalizers reads and writes these two fields.
    private static int s_collections = GC.CollectionCount(2);
    private static int s_lastTrim = Environment.TickCount;

#if !NETSTANDARD2_0
    private static volatile bool s_unloading;
#endif

    static PoolTrimmer()
    {
        _ = new CollectionListener();
#if !NETSTANDARD2_0
        // The listener revives itself, and so would keep a collectible load context loaded. So it ends when the context begins to unload. If code still runs in
        // that context, the pools stay bounded, but are no longer trimmed.
        if (AssemblyLoadContext.GetLoadContext(typeof(PoolTrimmer).Assembly) is { IsCollectible: true } context)
        {
            context.Unloading += static _ => s_unloading = true;
        }
#endif
    }

    /// <summary>Adds a pool to the list of pools. Trims include the pool for as long as its type is loaded.</summary>
    public static void Register(Depot depot)
    {
        var isTaken = false;
        try
        {
            UninterruptedLock.Enter(s_depots, ref isTaken);
            s_depots.RemoveAll(static candidate => !candidate.TryGetTarget(out _));
            s_depots.Add(new WeakReference<Depot>(depot));
        }
        finally
        {
            UninterruptedLock.Exit(s_depots, isTaken);
        }
    }

    /// <summary>Returns the pools whose types are loaded.</summary>
    public static List<Depot> Depots()
    {
        lock (s_depots)
        {
            var depots = new List<Depot>(s_depots.Count);
            foreach (var reference in s_depots)
            {
                if (reference.TryGetTarget(out var depot))
                {
                    depots.Add(depot);
                }
            }

            return depots;
        }
    }

    /// <summary>Trims all pools.</summary>
    /// <param name="everything">True to release all idle boxes; false to release only boxes that no thread has needed since the last trim.</param>
    /// <remarks>
    /// This method allocates nothing, because it is also called when memory is tight. The lock also prevents two trims at the same time. Otherwise one trim
    /// could end a seizure of a thread's slots that the other trim has begun.
    /// </remarks>
    public static void Trim(bool everything)
    {
        lock (s_depots)
        {
            IdleExcess.Find(s_depots);
            foreach (var reference in s_depots)
            {
                if (reference.TryGetTarget(out var depot))
                {
                    depot.Trim(everything || depot.HasExcess);
                }
            }

            if (AllThreads.RequestTrim(everything))
            {
#if !NETSTANDARD2_0
                // One barrier serves all threads, because each barrier stops every core for a moment.
                Interlocked.MemoryBarrierProcessWide();
#endif
                AllThreads.TrimSeized(everything);
            }
        }
    }

    private static void AfterCollection()
    {
        var collections = GC.CollectionCount(2);
        if (collections == s_collections)
        {
            return;
        }

        s_collections = collections;
        var now = Environment.TickCount;
        var isMemoryTight = IsMemoryTight();

        // The difference is right even if the count of milliseconds has wrapped around.
        if (isMemoryTight || unchecked((uint)(now - s_lastTrim)) >= PoolLimits.TrimIntervalMilliseconds)
        {
            s_lastTrim = now;
            Trim(everything: isMemoryTight);
        }
    }

    private static bool IsMemoryTight()
    {
#if NETSTANDARD2_0
        return false;
#else
        try
        {
            var memory = GC.GetGCMemoryInfo();
            return memory.MemoryLoadBytes >= memory.HighMemoryLoadThresholdBytes;
        }
        catch (OutOfMemoryException)
        {
            return true; // there is not even enough memory for the answer
        }
#endif
    }

    /// <summary>
    /// An unreachable object whose finalizer makes the object finalizable again. So the finalizer runs after each garbage collection of the object's
    /// generation, which is soon the oldest generation.
    /// </summary>
    private sealed class CollectionListener
    {
        [SuppressMessage("Design", "CA1031", Justification = "Whatever goes wrong here, it must not end the process.")]
        ~CollectionListener()
        {
            // When a process ends, .NET Framework runs finalizers until no object is revived any more. So this object must not be revived then.
            if (Environment.HasShutdownStarted)
            {
                return;
            }

#if !NETSTANDARD2_0
            if (s_unloading)
            {
                return;
            }
#endif
            try
            {
                try
                {
                    AfterCollection();
                }
                finally
                {
                    GC.ReRegisterForFinalize(this);
                }
            }
            catch
            {
                // A later collection trims. If the listener could not be revived, no collection trims any more, and the idle boxes stay, within their bounds.
            }
        }
    }
}
