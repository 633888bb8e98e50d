using System.Diagnostics.Metrics;

namespace Tests.Pooling;

/// <summary>Reads the meters <c>PooledAwait</c> of all loaded copies of the library, as <c>dotnet-counters</c> and OpenTelemetry do.</summary>
public sealed class MeterReader : IDisposable
{
    private static readonly TimeSpan s_longEnough = TimeSpan.FromMinutes(1);

    private readonly MeterListener _listener = new();
    private readonly Dictionary<(Meter Meter, string Instrument, string Method), long> _read = [];

    /// <summary>An action that runs after each value is read.</summary>
    public Action? BetweenValues { get; init; }

    public MeterReader()
    {
        _listener.InstrumentPublished = static (instrument, listener) =>
        {
            if (instrument.Meter.Name == "PooledAwait")
            {
                listener.EnableMeasurementEvents(instrument);
            }
        };
        _listener.SetMeasurementEventCallback<long>((instrument, measurement, tags, _) =>
        {
            _read.Add((instrument.Meter, instrument.Name, tags.Length == 0 ? "" : (string)tags[0].Value!), measurement);
            BetweenValues?.Invoke();
        });
        _listener.Start();
    }

    /// <summary>Reads the counters of a method's calls. Only one loaded copy of the library may have the method.</summary>
    public BoxCounts Read(string method)
    {
        BoxCounts? counts = null;
        WaitUntil(() => (counts = ReadEach(method).SingleOrDefault()) != null, method);
        return counts!;
    }

    /// <summary>Reads the counters of a method's calls, in each copy of the library that has the method.</summary>
    public IReadOnlyList<BoxCounts> ReadEach(string method) => Record(() => MetersWith(method).ConvertAll(meter => Counts(meter, "pooledawait.method.boxes", method)));

    /// <summary>Reads the sums of the counters of all methods, in the copy of the library that the given method uses.</summary>
    public BoxCounts ReadAllBeside(string method)
    {
        Read(method);
        return Record(() => Counts(MetersWith(method).Single(), "pooledawait.boxes", ""));
    }

    /// <summary>Reads the idle boxes in a method's pools, and about how many bytes they take.</summary>
    public (long Boxes, long Bytes) ReadIdle(string method)
    {
        Read(method);
        return Record(() => Idle(MetersWith(method).Single(), "pooledawait.method.boxes.idle", method));
    }

    /// <summary>Reads how many of a method's idle boxes belong to single threads.</summary>
    public long ReadIdleOfThreads(string method)
    {
        Read(method);
        return Record(() => _read[(MetersWith(method).Single(), "pooledawait.method.boxes.idle.threads", method)]);
    }

    /// <summary>Reads the idle boxes in all pools, in the copy of the library that the given method uses.</summary>
    public (long Boxes, long Bytes, long BytesOfMagazines) ReadAllIdleBeside(string method)
    {
        Read(method);
        return Record(() =>
        {
            var meter = MetersWith(method).Single();
            var (boxes, bytes) = Idle(meter, "pooledawait.boxes.idle", "");
            return (boxes, bytes, _read[(meter, "pooledawait.magazines.size", "")]);
        });
    }

    /// <summary>Reads the names of all methods, in the copy of the library that the given method uses.</summary>
    public IReadOnlyList<string> ReadMethodsBeside(string method)
    {
        Read(method);
        return Record(() =>
        {
            var meter = MetersWith(method).Single();
            return _read.Keys.Where(key => key.Meter == meter && key.Method.Length > 0).Select(key => key.Method).Distinct().ToList();
        });
    }

    /// <summary>Waits until the counters of a method satisfy a condition in one of the loaded copies of the library.</summary>
    public void WaitFor(string method, Func<BoxCounts, bool> isEnough) => WaitUntil(() => ReadEach(method).Any(isEnough), method);

    public void Dispose() => _listener.Dispose();

    /// <summary>Waits until the values can be read, because the work item that creates the meter may not have run yet.</summary>
    private static void WaitUntil(Func<bool> isRead, string method)
    {
        if (!SpinWait.SpinUntil(isRead, s_longEnough))
        {
            throw new TimeoutException($"No meter tells what must become of {method}.");
        }
    }

    private T Record<T>(Func<T> read)
    {
        lock (_read)
        {
            _listener.RecordObservableInstruments();
            var result = read();
            _read.Clear(); // otherwise, the meter of an unloaded plug-in would keep the plug-in in memory
            return result;
        }
    }

    private List<Meter> MetersWith(string method) =>
        [.. _read.Keys.Where(key => key.Method == method && key.Instrument == "pooledawait.method.boxes.trimmed").Select(key => key.Meter)];

    private (long Boxes, long Bytes) Idle(Meter meter, string instrument, string method) =>
        (_read[(meter, instrument, method)], _read[(meter, $"{instrument}.size", method)]);

    private BoxCounts Counts(Meter meter, string instruments, string method)
    {
        return new(Count("rented"), Count("returned"), Count("created"), Count("dropped"), Count("trimmed"));

        long Count(string name) => _read[(meter, $"{instruments}.{name}", method)];
    }
}
