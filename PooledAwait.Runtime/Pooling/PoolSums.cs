#if NET8_0_OR_GREATER
namespace PooledAwait.Runtime;

/// <summary>Sums the counts of all pools. The total never decreases: when a plug-in is unloaded, the total keeps the counts of the plug-in's pools.</summary>
/// <remarks>
/// Each reading adds to the sums what each pool has counted since the previous reading. What a pool counts between its last reading and its unloading is lost.
/// Idle boxes are counted at the time of the reading. Any thread may call <see cref="Read"/>. One lock guards all fields. Code under that lock calls no foreign
/// code.
/// </remarks>
internal sealed class PoolSums
{
    private readonly object _reading = new();
    private Dictionary<string, MethodSum> _byMethod = [];
    private PoolSum _all;

    /// <summary>Returns the current sums.</summary>
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
