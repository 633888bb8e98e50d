#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>What all pools have counted, in sums that never fall: those that a plug-in takes with it when it is unloaded stay in the sum of all.</summary>
/// <remarks>
/// What a pool has counted more than at the last reading is added at each; what it counts between the last one and its unloading is not seen. What it keeps is
/// what it keeps at the reading. Any thread may read: one lock guards everything, and under it nothing is called but the pools.
/// </remarks>
internal sealed class PoolSums
{
    private readonly object _reading = new();
    private Dictionary<string, MethodSum> _byMethod = [];
    private PoolSum _all;

    /// <summary>The sums of now.</summary>
    public PoolReading Read()
    {
        lock (_reading)
        {
            Update();
            var methods = new MethodSum[_byMethod.Count];
            _byMethod.Values.CopyTo(methods, 0);
            return new PoolReading(_all, methods, PoolBytes.Sum);
        }
    }

    private void Update()
    {
        var byMethod = new Dictionary<string, MethodSum>(StringComparer.Ordinal);
        _all = new PoolSum(_all.Done, idleBoxes: 0, threadBoxes: 0, idleBytes: 0);
        var depots = PoolTrimmer.Depots();
        var ofThreads = AllThreads.ReadCounts(depots);
        for (var i = 0; i < depots.Count; i++)
        {
            var added = depots[i].ReadNew(ofThreads[i]);
            var name = depots[i].UserName;
            if (!byMethod.TryGetValue(name, out var method))
            {
                var done = _byMethod.TryGetValue(name, out var before) ? before.Sum.Done : default;
                byMethod.Add(name, method = new MethodSum(name, new PoolSum(done, idleBoxes: 0, threadBoxes: 0, idleBytes: 0)));
            }

            method.Sum += added;
            _all += added;
        }

        _byMethod = byMethod;
    }
}
#endif
