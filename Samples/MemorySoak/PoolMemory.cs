using System.Diagnostics.Metrics;

namespace MemorySoak;

/// <summary>Reads from the meter <c>PooledAwait</c> how much memory the boxes of this process take; 0 if the process is not woven.</summary>
internal sealed class PoolMemory : IDisposable
{
    private const string OneMethod = "pooledawait.method.boxes.";

    private static readonly string[] s_instruments = ["idle", "idle.size", "idle.threads", "rented", "returned"];

    private readonly MeterListener _listener = new();
    private readonly Dictionary<string, Dictionary<string, long>> _read = [];

    /// <summary>
    /// The bytes of one box of each method. Boxes in flight have the same size as idle boxes, but a pool reports only the bytes of all its idle boxes.
    /// </summary>
    private readonly Dictionary<string, long> _bytesOfBox = [];

    public PoolMemory()
    {
        _listener.InstrumentPublished = static (instrument, listener) =>
        {
            if (instrument.Meter.Name == "PooledAwait" && instrument.Name.StartsWith(OneMethod, StringComparison.Ordinal))
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((instrument, measurement, tags, _) => Of((string)tags[0].Value!)[instrument.Name[OneMethod.Length..]] = measurement);
        _listener.Start();
    }

    /// <summary>Reads the bytes of idle boxes on threads and in depots, and of boxes in flight.</summary>
    public (long OnThreads, long InDepots, long InFlight) Read()
    {
        _listener.RecordObservableInstruments();
        var (onThreads, inDepots, inFlight) = (0L, 0L, 0L);
        foreach (var (method, counts) in _read)
        {
            if (!s_instruments.All(counts.ContainsKey))
            {
                continue; // the meter is still being created, one instrument after the other
            }

            if (counts["idle"] > 0)
            {
                _bytesOfBox[method] = counts["idle.size"] / counts["idle"];
            }

            var bytes = _bytesOfBox.GetValueOrDefault(method);
            var threads = Math.Min(counts["idle.threads"], counts["idle"]);
            onThreads += threads * bytes;
            inDepots += (counts["idle"] - threads) * bytes;
            inFlight += Math.Max(0, counts["rented"] - counts["returned"]) * bytes;
        }

        return (onThreads, inDepots, inFlight);
    }

    public void Dispose() => _listener.Dispose();

    private Dictionary<string, long> Of(string method)
    {
        if (!_read.TryGetValue(method, out var counts))
        {
            _read.Add(method, counts = []);
        }

        return counts;
    }
}
