using System.Diagnostics.Tracing;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Listens to the events of the base library's tasks; while anyone does, awaiters wrap what is registered with them.</summary>
public sealed class TaskEvents(string text) : EventListener
{
    private readonly string _text = text;
    private int _seen;

    /// <summary>How many events had that text in them.</summary>
    public int Seen => Volatile.Read(ref _seen);

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "System.Threading.Tasks.TplEventSource")
        {
            EnableEvents(eventSource, EventLevel.Verbose, EventKeywords.All);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        // May come before the constructor is done: the base class's calls OnEventSourceCreated.
        if (_text is { } text && eventData.Payload?.Any(value => value?.ToString()?.Contains(text) == true) == true)
        {
            Interlocked.Increment(ref _seen);
        }
    }
}
