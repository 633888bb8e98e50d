using System.Diagnostics.Tracing;
using System.Reflection;

namespace Tests.WhenAny;

/// <summary>
/// Turns on the diagnostics of the base library's tasks for debuggers or for profilers. With either of them, the base library registers and calls
/// continuations in another way.
/// </summary>
public sealed class TaskDiagnostics : IDisposable
{
    private static readonly FieldInfo s_asyncDebugging =
        typeof(Task).GetField("s_asyncDebuggingEnabled", BindingFlags.Static | BindingFlags.NonPublic)!;

    private readonly TplListener? _listener;

    public TaskDiagnostics(bool events, bool asyncDebugging)
    {
        _listener = events ? new TplListener() : null;
        s_asyncDebugging.SetValue(null, asyncDebugging);
    }

    /// <summary>The number of events that have arrived.</summary>
    public int Events => _listener?.Count ?? 0;

    public void Dispose()
    {
        _listener?.Dispose();
        s_asyncDebugging.SetValue(null, false);
    }

    private sealed class TplListener : EventListener
    {
        public int Count;

        protected override void OnEventSourceCreated(EventSource eventSource)
        {
            if (eventSource.Name == "System.Threading.Tasks.TplEventSource")
            {
                EnableEvents(eventSource, EventLevel.Verbose, EventKeywords.All);
            }
        }

        protected override void OnEventWritten(EventWrittenEventArgs eventData) => Interlocked.Increment(ref Count);
    }
}
