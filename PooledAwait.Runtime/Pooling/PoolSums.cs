#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>What all pools have counted, in sums that never fall: those that a plug-in takes with it when it is unloaded stay in the sum of all.</summary>
/// <remarks>
/// What a pool has counted more than at the last reading is added at each; what it counts between the last one and its unloading is not seen. What it keeps is
/// what it keeps at the reading. Any thread may read: one lock guards everything, and under it nothing is called but the pools.
/// </remarks>
internal sealed class PoolSums
{
    private readonly Dictionary<string, PoolSum> _byMethod = new(StringComparer.Ordinal);
    private PoolSum _all;

    /// <summary>The sums over all methods.</summary>
    public PoolSum ReadAll()
    {
        lock (_byMethod)
        {
            Update();
            return _all;
        }
    }

    /// <summary>The sums of each method that is loaded, with overloads and generic instantiations together.</summary>
    public List<(string Name, PoolSum Sum)> ReadMethods()
    {
        lock (_byMethod)
        {
            Update();
            return [.. _byMethod.Select(static method => (method.Key, method.Value))];
        }
    }

    private void Update()
    {
        var before = new Dictionary<string, PoolSum>(_byMethod, StringComparer.Ordinal);
        _byMethod.Clear();
        _all = new PoolSum(_all.Done, IdleBoxes: 0, IdleBytes: 0);
        var depots = PoolTrimmer.Depots();
        var ofThreads = AllThreads.ReadCounts(depots);
        for (var i = 0; i < depots.Count; i++)
        {
            var added = depots[i].ReadNew(ofThreads[i]);
            var name = depots[i].UserName;
            if (!_byMethod.TryGetValue(name, out var sum))
            {
                sum = new PoolSum(before.GetValueOrDefault(name).Done, IdleBoxes: 0, IdleBytes: 0);
            }

            _byMethod[name] = sum + added;
            _all += added;
        }
    }
}
#endif
