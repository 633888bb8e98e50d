#if NET8_0_OR_GREATER
using System.Diagnostics.Tracing;

namespace PooledAwait.Runtime;

/// <summary>What <see cref="PoolEventSource"/> shows of some pools: of all of them, or of those that one method's calls use.</summary>
/// <param name="methodName">The method; null for all pools.</param>
/// <remarks>
/// A listener is shown what was added since it looked last, so a sum must not fall when a type is unloaded and its counts go with it: what
/// each pool added is summed here, at every reading. What a pool did between the last reading and its unloading is not counted.
/// </remarks>
internal sealed class PoolCounters(string? methodName)
{
    private readonly List<Pool> _pools = [];
    private IncrementingPollingCounter[] _counters = [];
    private PoolCounts _sum;

    /// <summary>Counts what happens in a pool from now on.</summary>
    /// <param name="depot">The pool, which is not kept alive.</param>
    /// <param name="before">What it had counted before, which is left out.</param>
    public void Add(Depot depot, PoolCounts before)
    {
        lock (_pools)
        {
            ForgetUnloaded(); // nobody may ever read, and then this is the only place that does
            _pools.Add(new Pool(depot, before));
        }
    }

    /// <summary>Whether every pool was unloaded.</summary>
    public bool IsEmpty
    {
        get
        {
            lock (_pools)
            {
                return !_pools.Exists(static pool => pool.Depot.TryGetTarget(out _));
            }
        }
    }

    /// <summary>Makes the counters, which the base library reads whenever a listener wants them.</summary>
    public void ShowIn(EventSource source)
    {
        var prefix = methodName is null ? "" : methodName + "/";
        _counters =
        [
            Counter("rented", counts => counts.Rented),
            Counter("returned", counts => counts.Returned),
            Counter("created", counts => counts.Created),
            Counter("dropped", counts => counts.Dropped),
            Counter("trimmed", counts => counts.Trimmed),
        ];

        IncrementingPollingCounter Counter(string name, Func<PoolCounts, double> count) => new(prefix + name, source, () => count(Read()))
        {
            DisplayName = $"{methodName ?? "All methods"}: boxes {name}",
            DisplayRateTimeScale = TimeSpan.FromSeconds(1),
        };
    }

    /// <summary>Takes the counters back.</summary>
    public void Hide()
    {
        foreach (var counter in _counters)
        {
            counter.Dispose();
        }
    }

    /// <summary>The sums so far.</summary>
    private PoolCounts Read()
    {
        lock (_pools)
        {
            ForgetUnloaded();
            foreach (var pool in _pools)
            {
                if (pool.Depot.TryGetTarget(out var depot))
                {
                    var counts = depot.ReadCounts();
                    _sum += counts - pool.Read;
                    pool.Read = counts;
                }
            }

            return _sum;
        }
    }

    /// <summary>Called under the lock.</summary>
    private void ForgetUnloaded() => _pools.RemoveAll(static pool => !pool.Depot.TryGetTarget(out _));

    private sealed class Pool(Depot depot, PoolCounts read)
    {
        public WeakReference<Depot> Depot { get; } = new(depot);

        /// <summary>What is in the sums already, or never will be.</summary>
        public PoolCounts Read { get; set; } = read;
    }
}
#endif
