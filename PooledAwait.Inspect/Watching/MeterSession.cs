using System.Diagnostics;
using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Tracing;
using System.Globalization;
using System.Net.Sockets;
using System.Threading.Channels;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;

namespace PooledAwait.Inspect.Watching;

/// <summary>Reads the Meter <c>PooledAwait</c> of a running process through its diagnostics port.</summary>
internal sealed class MeterSession : IDisposable
{
    private const string Provider = "System.Diagnostics.Metrics";
    private const long TimeSeriesValues = 2;
    private const int MostTimeSeries = 100_000;
    private const string MeterName = "PooledAwait";
    private const string AllMethods = "pooledawait.boxes.";
    private const string OneMethod = "pooledawait.method.boxes.";
    private const string Ways = "pooledawait.ways";
    private const string MethodTag = "code.function.name=";

    private readonly EventPipeSession _session;
    private readonly Channel<PoolReading> _readings = Channel.CreateUnbounded<PoolReading>();
    private readonly string _process;
    private Dictionary<string, PoolCounts> _methods = new(StringComparer.Ordinal);
    private List<WayInUse> _ways = [];
    private PoolCounts _all;
    private bool _isComplete = true;
    private bool _hasMeter;

    private MeterSession(EventPipeSession session, string process)
    {
        _session = session;
        _process = process;
        Task.Factory.StartNew(Read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    /// <summary>Returns a reading for each interval, until the process ends.</summary>
    /// <exception cref="InputException">
    /// Thrown by the enumeration. The process has no Meter <c>PooledAwait</c>, another tool reads meters with other settings, or the process reports an error.
    /// </exception>
    public IAsyncEnumerable<PoolReading> ReadingsAsync(CancellationToken cancellation) => _readings.Reader.ReadAllAsync(cancellation);

    /// <exception cref="InputException">There is no such process, or it has no diagnostics port.</exception>
    public static async Task<MeterSession> StartAsync(int id, int intervalSeconds, CancellationToken cancellation)
    {
        var process = $"Process {id} ({NameOf(id)})";
        var arguments = new Dictionary<string, string>
        {
            // Several tools can share this session if their settings are the same.
            ["SessionId"] = "SHARED",
            ["ClientId"] = Guid.NewGuid().ToString(),
            ["Metrics"] = MeterName,
            ["RefreshInterval"] = intervalSeconds.ToString(CultureInfo.InvariantCulture),
            ["MaxTimeSeries"] = MostTimeSeries.ToString(CultureInfo.InvariantCulture),
            ["MaxHistograms"] = "10",
        };
        var provider = new EventPipeProvider(Provider, EventLevel.Informational, TimeSeriesValues, arguments);
        try
        {
            var session = await new DiagnosticsClient(id).StartEventPipeSessionAsync(provider, requestRundown: false, circularBufferMB: 64, cancellation);
            return new MeterSession(session, process);
        }
        catch (Exception exception) when (exception is ServerNotAvailableException or ServerErrorException or SocketException or TimeoutException)
        {
            throw new InputException(
                $"{process} has no diagnostics port: it is not a .NET program, it switches the port off, or it runs as another user or with another TMPDIR.");
        }
    }

    public void Dispose() => _session.Dispose();

    /// <summary>Ends the session in the watched process, and thereby the readings.</summary>
    public async Task StopAsync()
    {
        try
        {
            await _session.StopAsync(CancellationToken.None);
        }
        catch (Exception exception) when (exception is ServerNotAvailableException or SocketException or IOException or TimeoutException)
        {
            // The process has ended, and the session with it.
        }
    }

    private static string NameOf(int id)
    {
        try
        {
            using var process = Process.GetProcessById(id);
            return process.ProcessName;
        }
        catch (Exception exception) when (exception is ArgumentException or InvalidOperationException)
        {
            throw new InputException($"There is no process {id}.");
        }
    }

    [SuppressMessage("Design", "CA1031", Justification = "The stream of a process that dies ends anywhere; what was read until then holds.")]
    private void Read()
    {
        try
        {
            using var source = new EventPipeEventSource(_session.EventStream);
            source.Dynamic.All += OnEvent;
            source.Process();
            _readings.Writer.TryComplete();
        }
        catch (Exception)
        {
            _readings.Writer.TryComplete();
        }
    }

    private void OnEvent(TraceEvent happened)
    {
        switch (happened.ProviderName == Provider ? happened.EventName : null)
        {
            case "CounterRateValuePublished" or "UpDownCounterRateValuePublished" when Text(happened, "meterName") == MeterName:
                Add(Text(happened, "instrumentName"), Text(happened, "tags"), Text(happened, "value"));
                break;
            case "GaugeValuePublished" when Text(happened, "meterName") == MeterName && Text(happened, "instrumentName") == Ways:
                AddWay(WayInUse.Of(Text(happened, "tags")));
                break;
            case "Collection/Stop":
                EndInterval(happened.TimeStampRelativeMSec);
                break;
            case "TimeSeriesLimitReached":
                _isComplete = false;
                break;
            case "MultipleSessionsNotSupportedError" or "MultipleSessionsConfiguredIncorrectlyError":
                Fail($"Another tool reads the meters of {_process} with other settings; end it, and try again.");
                break;
            case "Error":
                Fail($"The meters of {_process} cannot be read: {Text(happened, "errorMessage").Split('\n')[0].TrimEnd('\r')}");
                break;
            default:
                break;
        }
    }

    private void Add(string instrument, string tags, string text)
    {
        if (!double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var value))
        {
            return;
        }

        _hasMeter = true;
        if (instrument.StartsWith(AllMethods, StringComparison.Ordinal))
        {
            _all = _all.With(instrument[AllMethods.Length..], value);
        }
        else if (instrument.StartsWith(OneMethod, StringComparison.Ordinal) && tags.StartsWith(MethodTag, StringComparison.Ordinal))
        {
            // Adds the value, because copies of the library in other load contexts have meters of the same name.
            var method = tags[MethodTag.Length..];
            _methods[method] = _methods.GetValueOrDefault(method).With(instrument[OneMethod.Length..], value);
        }
    }

    private void AddWay(WayInUse? way)
    {
        if (way != null && !_ways.Contains(way))
        {
            _ways.Add(way); // copies of the library in other load contexts may use another way
        }
    }

    private void EndInterval(double milliseconds)
    {
        if (!_hasMeter)
        {
            Fail($"{_process} has no meter '{MeterName}': it is not woven, no woven method has suspended yet, or its PooledAwait.Runtime is " +
                "too old or the one for netstandard2.0.");
            return;
        }

        _readings.Writer.TryWrite(new PoolReading(milliseconds, _all, _methods, _ways, _isComplete));
        (_all, _methods, _ways, _hasMeter) = (default, new(StringComparer.Ordinal), [], false);
    }

    private void Fail(string message) => _readings.Writer.TryComplete(new InputException(message));

    private static string Text(TraceEvent happened, string field) => happened.PayloadByName(field)?.ToString() ?? "";
}
