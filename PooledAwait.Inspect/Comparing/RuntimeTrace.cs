using System.Diagnostics.CodeAnalysis;
using System.Diagnostics.Tracing;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing;
using Microsoft.Diagnostics.Tracing.Parsers;
using Microsoft.Diagnostics.Tracing.Parsers.Clr;

namespace PooledAwait.Inspect.Comparing;

/// <summary>
/// Listens to a process's runtime through its diagnostics port. After about every 100 KB of allocations, the runtime reports the bytes since its last report
/// and the type of the object that was just allocated. So the sum is exact, and the types are a sample.
/// </summary>
internal sealed class RuntimeTrace : IDisposable
{
    private readonly EventPipeSession _session;
    private readonly Task _reading;
    private readonly Dictionary<string, long> _bytesByType = new(StringComparer.Ordinal);
    private readonly int[] _collections = new int[3];
    private long _bytes;
    private double _pauses;
    private double _suspendedAt;
    private long _lost;
    private bool _isForCollection;

    private long _from;

    private RuntimeTrace(EventPipeSession session, DateTime from)
    {
        _session = session;
        _from = from.Ticks;
        _reading = Task.Factory.StartNew(Read, CancellationToken.None, TaskCreationOptions.LongRunning, TaskScheduler.Default);
    }

    /// <param name="client">The process.</param>
    /// <param name="countsAtOnce">Whether to count from the start. If not, the trace counts from a call of <see cref="Begin"/>.</param>
    /// <param name="cancellation">Ends the attempt.</param>
    /// <exception cref="UnsupportedCommandException">The runtime is older than .NET 8.</exception>
    /// <exception cref="ServerNotAvailableException">The port does not exist, or does not exist yet.</exception>
    public static async Task<RuntimeTrace> StartAsync(DiagnosticsClient client, bool countsAtOnce, CancellationToken cancellation)
    {
        var provider = new EventPipeProvider(ClrTraceEventParser.ProviderName, EventLevel.Verbose, (long)ClrTraceEventParser.Keywords.GC);

        // Requests no stacks, because a stack for each event takes time. The program and its woven copy have different numbers of events, so stacks would slow
        // one down more than the other.
        var configuration = new EventPipeSessionConfiguration([provider], requestRundown: false, requestStackwalk: false);
        var session = await client.StartEventPipeSessionAsync(configuration, cancellation);
        return new RuntimeTrace(session, countsAtOnce ? DateTime.MinValue : DateTime.MaxValue);
    }

    /// <summary>Begins to count everything that happens from now on.</summary>
    public void Begin() => Volatile.Write(ref _from, DateTime.Now.Ticks);

    /// <summary>Ends the session, unless the session has already ended with the process.</summary>
    public async Task<RuntimeActivity> EndAsync(bool hasExited, CancellationToken cancellation)
    {
        if (!hasExited)
        {
            await _session.StopAsync(cancellation);
        }

        await _reading.WaitAsync(cancellation);
        return new RuntimeActivity(_bytes, _bytesByType, _collections, TimeSpan.FromMilliseconds(_pauses), _lost);
    }

    public void Dispose() => _session.Dispose();

    [SuppressMessage("Design", "CA1031", Justification = "The stream of a process that dies ends anywhere; what was read until then holds.")]
    private void Read()
    {
        try
        {
            using var source = new EventPipeEventSource(_session.EventStream);
            source.Clr.GCAllocationTick += OnAllocationTick;
            source.Clr.GCStart += OnCollection;
            source.Clr.GCSuspendEEStart += OnSuspending;
            source.Clr.GCRestartEEStop += OnRestarted;
            source.Process();
            _lost = source.EventsLost;
        }
        catch (Exception)
        {
            _lost++;
        }
    }

    // Decides by the event's own time, because events arrive late.
    private bool Counts(TraceEvent happened) => happened.TimeStamp.Ticks >= Volatile.Read(ref _from);

    private void OnAllocationTick(GCAllocationTickTraceData tick)
    {
        if (!Counts(tick))
        {
            return;
        }

        _bytes += tick.AllocationAmount64;
        _bytesByType[tick.TypeName] = _bytesByType.GetValueOrDefault(tick.TypeName) + tick.AllocationAmount64;
    }

    private void OnCollection(GCStartTraceData collection)
    {
        if (Counts(collection))
        {
            _collections[Math.Clamp(collection.Depth, 0, 2)]++;
        }
    }

    private void OnSuspending(GCSuspendEETraceData suspension)
    {
        _isForCollection = Counts(suspension) && suspension.Reason is GCSuspendEEReason.SuspendForGC or GCSuspendEEReason.SuspendForGCPrep;
        _suspendedAt = suspension.TimeStampRelativeMSec;
    }

    private void OnRestarted(TraceEvent restart)
    {
        if (_isForCollection)
        {
            _pauses += restart.TimeStampRelativeMSec - _suspendedAt;
            _isForCollection = false;
        }
    }
}
