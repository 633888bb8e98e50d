using System.Collections.Concurrent;
using System.Diagnostics.Tracing;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// Listens to the events of the base library's tasks. While an object of this class listens, the base library's awaiters wrap registered continuations.
/// </summary>
/// <param name="text">The text to look for in the events.</param>
public sealed class TaskEvents(string text) : EventListener
{
    private readonly string _text = text;
    private readonly ConcurrentQueue<(string Name, bool HasText, Thread Thread)> _seen = [];

    /// <summary>Whether any event contained the text.</summary>
    public bool HaveText => _seen.Any(seen => seen.HasText);

    /// <summary>The names of all events of this thread, each once.</summary>
    public string NamesHere => string.Join(" ", _seen.Where(seen => seen.Thread == Thread.CurrentThread).Select(seen => seen.Name).Distinct().Order());

    /// <summary>Whether an event of this name contained the text.</summary>
    public bool Have(string name) => _seen.Any(seen => seen.HasText && seen.Name == name);

    protected override void OnEventSourceCreated(EventSource eventSource)
    {
        if (eventSource.Name == "System.Threading.Tasks.TplEventSource")
        {
            EnableEvents(eventSource, EventLevel.Verbose, EventKeywords.All);
        }
    }

    protected override void OnEventWritten(EventWrittenEventArgs eventData)
    {
        // The base class's constructor calls OnEventSourceCreated, so this method may run before the fields are set.
        if (_seen is { } seen && _text is { } text)
        {
            var hasText = eventData.Payload?.Any(value => value?.ToString()?.Contains(text) == true) == true;
            seen.Enqueue((eventData.EventName!, hasText, Thread.CurrentThread));
        }
    }
}
