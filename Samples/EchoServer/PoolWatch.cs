using System.Diagnostics.Metrics;

namespace EchoServer;

/// <summary>Reads the counters of the meter <c>PooledAwait</c>, for all pools together and for each method.</summary>
internal sealed class PoolWatch : IDisposable
{
    private readonly MeterListener _listener = new();
    private readonly Dictionary<(string Counter, string Method), long> _read = [];

    public PoolWatch()
    {
        _listener.InstrumentPublished = static (instrument, listener) =>
        {
            if (instrument.Meter.Name == "PooledAwait")
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((instrument, measurement, tags, _) =>
            _read[(instrument.Name.Split('.')[^1], tags.Length == 0 ? "" : (string)tags[0].Value!)] = measurement);
        _listener.Start();
    }

    /// <summary>Whether there is anything to read. The meter is created with the first pool, unless meters are switched off.</summary>
    public bool HasMeter => Read().Count > 0;

    /// <summary>The sum of a counter over all methods.</summary>
    public long this[string counter] => Read()[(counter, "")];

    /// <summary>Returns the number of idle boxes of each method that has a pool. The numbers are exact while no box is rented or returned.</summary>
    public IReadOnlyDictionary<string, long> IdleByMethod()
    {
        var read = Read();
        return read.Keys.Select(key => key.Method).Where(method => method.Length > 0).Distinct().ToDictionary(method => method, Idle);

        long Idle(string method) => Living(method) - (read[("rented", method)] - read[("returned", method)]);

        long Living(string method) => read[("created", method)] - read[("dropped", method)] - read[("trimmed", method)];
    }

    public void Dispose() => _listener.Dispose();

    private Dictionary<(string Counter, string Method), long> Read()
    {
        _listener.RecordObservableInstruments();
        return _read;
    }
}
