using System.Diagnostics.Tracing;

namespace EchoServer;

/// <summary>Sums what the EventSource <c>PooledAwait</c> counts, for all pools and for each method, from when the first pool is used.</summary>
internal sealed class PoolWatch : EventListener
{
    private readonly Dictionary<string, long> _sums = [];
    private int _readings;
    private volatile bool _hasSource;

    /// <summary>Whether there is anything to read: the source is made with the first pool, unless event sources are switched off.</summary>
    public bool HasSource => _hasSource;

    /// <summary>The sum of a counter over all methods.</summary>
    public long this[string counter]
    {
        get
        {
            lock (_sums)
            {
                return _sums.GetValueOrDefault(counter);
            }
        }
    }

    /// <summary>The methods that have pools, with the boxes that are idle in them: exact while none is rented or returned.</summary>
    public IReadOnlyDictionary<string, long> IdleByMethod()
    {
        lock (_sums)
        {
            return _sums.Keys
                .Where(key => key.EndsWith("/created", StringComparison.Ordinal))
                .Select(key => key[..^"/created".Length])
                .ToDictionary(method => method, Idle);
        }

        long Idle(string method) => Living(method) - (Of(method, "rented") - Of(method, "returned"));

        long Living(string method) => Of(method, "created") - Of(method, "dropped") - Of(method, "trimmed");
    }

    /// <summary>Waits for two readings that begin after this call.</summary>
    public async Task ReadAsync(CancellationToken cancellation)
    {
        for (var enough = Volatile.Read(ref _readings) + 3; Volatile.Read(ref _readings) < enough;)
        {
            await Task.Delay(100, cancellation);
        }
    }

    private long Of(string method, string counter) => _sums.GetValueOrDefault($"{method}/{counter}");

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "PooledAwait")
        {
            _hasSource = true;
            var interval = new Dictionary<string, string?> { ["EventCounterIntervalSec"] = "1" };
            EnableEvents(eventSource, EventLevel.LogAlways, EventKeywords.None, interval);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        if (eventData is not { EventName: "EventCounters", Payload: [IDictionary<string, object?> payload] })
        {
            return;
        }

        lock (_sums)
        {
            var name = (string)payload["Name"]!;
            _sums[name] = _sums.GetValueOrDefault(name) + (long)(double)payload["Increment"]!;
            if (name == "trimmed")
            {
                Interlocked.Increment(ref _readings);
            }
        }
    }
}
