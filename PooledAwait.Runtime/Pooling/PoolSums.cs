#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>What all pools have counted, in sums that never fall: those that a plug-in takes with it when it is unloaded stay in the sum of all.</summary>
/// <remarks>
/// What a pool has counted more than at the last reading is added at each; what it counts between the last one and its unloading is not seen. Any thread
/// may read: one lock guards everything, and under it nothing is called but the pools.
/// </remarks>
internal sealed class PoolSums
{
    private readonly Dictionary<string, PoolCounts> _byMethod = new(StringComparer.Ordinal);
    private PoolCounts _all;

    /// <summary>The sums over all methods.</summary>
    public PoolCounts ReadAll()
    {
        lock (_byMethod)
        {
            Update();
            return _all;
        }
    }

    /// <summary>The sums of each method that is loaded, with overloads and generic instantiations together.</summary>
    public List<(string Name, PoolCounts Counts)> ReadMethods()
    {
        lock (_byMethod)
        {
            Update();
            return [.. _byMethod.Select(static method => (method.Key, method.Value))];
        }
    }

    private void Update()
    {
        var loaded = new HashSet<string>(StringComparer.Ordinal);
        var depots = PoolTrimmer.Depots();
        var ofThreads = AllThreads.ReadCounts(depots);
        for (var i = 0; i < depots.Count; i++)
        {
            var depot = depots[i];
            var added = depot.ReadNewCounts(ofThreads[i]);
            var name = depot.UserName;
            loaded.Add(name);
            _byMethod[name] = _byMethod.GetValueOrDefault(name) + added;
            _all += added;
        }

        foreach (var unloaded in _byMethod.Keys.Where(name => !loaded.Contains(name)).ToList())
        {
            _byMethod.Remove(unloaded);
        }
    }
}
#endif
