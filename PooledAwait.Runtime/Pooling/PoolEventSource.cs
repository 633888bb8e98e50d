#if NET8_0_OR_GREATER
using System.Diagnostics.Tracing;
using System.Runtime.Loader;

namespace PooledAwait.Runtime;

/// <summary>
/// The EventSource <c>PooledAwait</c>: counters for <c>dotnet-counters</c> and every other listener, over all pools and for each method.
/// </summary>
/// <remarks>
/// <para>
/// <b>Cost.</b> Nobody who rents or returns comes here. The numbers are those that each thread's cache keeps anyway (see
/// <see cref="ThreadCache"/>) and are summed when a listener's interval has passed. A method's own counters are made at the first listener.
/// </para>
/// <para>
/// <b>No deadlock.</b> Listeners are called under locks of the base library, and a listener is user code that may call woven methods. So the
/// source is not made in a static constructor nor under a lock of ours, where such a call would wait for it; and the counters of a pool that
/// a listener finds new are made by a work item, because making them takes one of those locks.
/// </para>
/// <para>
/// <b>Unloading.</b> The base library keeps a source and its counters for as long as a listener reads counters, even a disposed one. So
/// this is no class derived from EventSource, and where this library's own load context is asked to unload, everything that refers to its
/// code is taken back.
/// </para>
/// <para>
/// The reference assemblies of netstandard2.0 have no polling counters: that build has no source.
/// </para>
/// </remarks>
internal static class PoolEventSource
{
    private const string Name = "PooledAwait";

    private static readonly PoolCounters s_all = new(methodName: null);

    /// <summary>By method name, with overloads and generic instantiations together; its lock guards it, and who makes counters.</summary>
    private static readonly Dictionary<string, PoolCounters> s_byMethod = [];

    /// <summary>Pools that are in no method's counters yet. Its lock is never held while anything else is called.</summary>
    private static readonly List<WeakReference<Depot>> s_newPools = [];

    private static int s_isMade;

    /// <summary>
    /// Written before anybody can listen, so it is there for whoever finds <see cref="s_isListenedTo"/>; taken back under the lock of
    /// <see cref="s_byMethod"/>.
    /// </summary>
    private static EventSource? s_source;

    private static volatile bool s_isListenedTo;

    /// <summary>Shows a pool that a thread uses for the first time.</summary>
    public static void Show(Depot depot)
    {
        s_all.Add(depot, before: default);
        lock (s_newPools)
        {
            s_newPools.RemoveAll(static pool => !pool.TryGetTarget(out _));
            s_newPools.Add(new WeakReference<Depot>(depot));
        }

        if (s_isListenedTo)
        {
            ThreadPool.UnsafeQueueUserWorkItem(static _ => ShowNewPools(), null);
        }
        else if (Interlocked.Exchange(ref s_isMade, 1) == 0)
        {
            MakeWithoutFlow();
        }
    }

    /// <summary>
    /// Where somebody listens already, the base library now starts the thread that reads counters, and it would keep the AsyncLocal values of
    /// this call for ever.
    /// </summary>
    private static void MakeWithoutFlow()
    {
        if (ExecutionContext.IsFlowSuppressed())
        {
            Make();
            return;
        }

        using (ExecutionContext.SuppressFlow())
        {
            Make();
        }
    }

    private static void Make()
    {
        // The base library enables none of two sources with one name, so a further copy of this library, in a load context of its own,
        // takes another. Where sources are switched off there is nothing that could be told apart.
        if (AppContext.TryGetSwitch("System.Diagnostics.Tracing.EventSource.IsSupported", out var isSupported) && !isSupported)
        {
            return;
        }

        var taken = EventSource.GetSources().Select(static source => source.Name).ToHashSet();
        var name = Name;
        for (var copy = 2; taken.Contains(name); copy++)
        {
            name = $"{Name}-{copy}";
        }

        var source = new EventSource(name);
        s_source = source;

        // First the counters, then the handler: so the base library has seen a listener's command before the handler does.
        s_all.ShowIn(source);
        source.EventCommandExecuted += OnCommand;
        if (AssemblyLoadContext.GetLoadContext(typeof(PoolEventSource).Assembly) is { IsCollectible: true } context)
        {
            context.Unloading += static _ => TakeBack();
        }
    }

    private static void OnCommand(object? sender, EventCommandEventArgs command)
    {
        if (command.Command == EventCommand.Disable || s_isListenedTo)
        {
            return;
        }

        lock (s_byMethod)
        {
            // From here on a new pool is shown by whoever finds it; what was there before is counted from now.
            s_isListenedTo = true;
            ShowNewPools(static depot => depot.ReadCounts());
        }
    }

    private static void ShowNewPools()
    {
        lock (s_byMethod)
        {
            ShowNewPools(static _ => default);
        }
    }

    /// <param name="before">What a pool had counted before it is shown.</param>
    private static void ShowNewPools(Func<Depot, PoolCounts> before)
    {
        if (s_source is not { } source)
        {
            return;
        }

        foreach (var unloaded in s_byMethod.Where(static method => method.Value.IsEmpty).ToList())
        {
            unloaded.Value.Hide();
            s_byMethod.Remove(unloaded.Key);
        }

        WeakReference<Depot>[] pools;
        lock (s_newPools)
        {
            pools = [.. s_newPools];
            s_newPools.Clear();
        }

        foreach (var pool in pools)
        {
            if (!pool.TryGetTarget(out var depot))
            {
                continue;
            }

            var name = AsyncMethodName.Of(depot.User);
            var isNew = !s_byMethod.TryGetValue(name, out var counters);
            counters ??= s_byMethod[name] = new PoolCounters(name);
            counters.Add(depot, before(depot));
            if (isNew)
            {
                counters.ShowIn(source);
            }
        }
    }

    private static void TakeBack()
    {
        lock (s_byMethod)
        {
            if (s_source is { } source)
            {
                s_source = null;
                source.EventCommandExecuted -= OnCommand;
                s_all.Hide();
                foreach (var counters in s_byMethod.Values)
                {
                    counters.Hide();
                }

                source.Dispose();
            }
        }
    }
}
#endif
