using System.Diagnostics;
using System.Diagnostics.Tracing;

namespace Tests.Pooling;

/// <summary>Sums what the counters of every <c>PooledAwait</c> source say from now on, as <c>dotnet-counters</c> does.</summary>
/// <remarks>
/// What was counted before is left out by a first reading, which comes a little later: what is done before <see cref="Read"/> has
/// returned once is seen to the number only of methods that had not been called before there was a listener.
/// </remarks>
public sealed class CounterListener : EventListener
{
    private static readonly TimeSpan s_longEnough = TimeSpan.FromMinutes(1);

    private readonly Dictionary<(EventSource Source, string Counter), (double Sum, int Readings)> _counters = [];

    /// <summary>Waits for a reading that began after all that the caller has done.</summary>
    /// <param name="method">The method, which uses one loaded copy of the library.</param>
    public BoxCounts Read(string method)
    {
        WaitForReadings(method);
        lock (_counters)
        {
            return Counts(Key(method, "trimmed")!.Value.Source, method + "/");
        }
    }

    /// <summary>Waits until the counters of a method, in one of the loaded copies of the library, are as they must become.</summary>
    public void WaitFor(string method, Func<BoxCounts, bool> isEnough)
    {
        var watch = Stopwatch.StartNew();
        lock (_counters)
        {
            while (!_counters.Keys.Where(key => key.Counter == method + "/trimmed").Any(key => isEnough(Counts(key.Source, method + "/"))))
            {
                Wait(method, watch);
            }
        }
    }

    /// <summary>What all pools together have counted in the source that has the method.</summary>
    public BoxCounts ReadAllOfSourceWith(string method)
    {
        WaitForReadings(method);
        lock (_counters)
        {
            return Counts(Key(method, "trimmed")!.Value.Source, "");
        }
    }

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name is "PooledAwait" || eventSource.Name.StartsWith("PooledAwait-"))
        {
            // Seconds: with less, the base library reads while it is still enabling.
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

        lock (_counters)
        {
            var key = (eventData.EventSource, (string)payload["Name"]!);
            var (sum, readings) = _counters.GetValueOrDefault(key);
            _counters[key] = (sum + (double)payload["Increment"]!, readings + 1);
            Monitor.PulseAll(_counters);
        }
    }

    /// <summary>The reading that is at work now may have passed a counter already; the one after it has not.</summary>
    private void WaitForReadings(string method)
    {
        var watch = Stopwatch.StartNew();
        lock (_counters)
        {
            var enough = Readings() + 2;
            while (Readings() < enough)
            {
                Wait(method, watch);
            }
        }

        int Readings() => Key(method, "trimmed") is { } key ? _counters[key].Readings : 0;
    }

    private void Wait(string method, Stopwatch watch)
    {
        if (watch.Elapsed > s_longEnough || !Monitor.Wait(_counters, s_longEnough))
        {
            var seen = _counters.Select(counter => $"{counter.Key.Source.Name}: {counter.Key.Counter} {counter.Value}");
            throw new TimeoutException($"The counters of {method} are not as they must become:\n{string.Join("\n", seen)}");
        }
    }

    private (EventSource Source, string Counter)? Key(string method, string counter) =>
        _counters.Keys.Cast<(EventSource, string Counter)?>().SingleOrDefault(key => key!.Value.Counter == $"{method}/{counter}");

    private BoxCounts Counts(EventSource source, string prefix)
    {
        return new(Sum("rented"), Sum("returned"), Sum("created"), Sum("dropped"), Sum("trimmed"));

        long Sum(string counter) => (long)_counters[(source, prefix + counter)].Sum;
    }
}
