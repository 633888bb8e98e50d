namespace AssemblyToProcess.Support;

/// <summary>The lines that a scenario observed. Two runs of a scenario behave the same if their lines are equal.</summary>
public sealed class Trace
{
    private readonly List<string> _lines = new();
    private readonly Thread _start = Thread.CurrentThread;

    public IReadOnlyList<string> Lines
    {
        get
        {
            lock (_lines)
            {
                return _lines.ToArray();
            }
        }
    }

    public void Add(string line)
    {
        lock (_lines)
        {
            _lines.Add(line);
        }
    }

    public void Add(string label, object? value) => Add($"{label}: {value ?? "null"}");

    /// <summary>Adds the types and messages of an exception and its inner exceptions.</summary>
    public void Add(string label, Exception? exception)
    {
        var text = "none";
        for (var e = exception; e != null; e = e.InnerException)
        {
            text = (e == exception ? "" : text + " <- ") + $"{e.GetType().Name}({e.Message})";
        }

        Add($"{label}: {text}");
    }

    /// <summary>Adds the kind of thread, the context and the scheduler that the caller runs on.</summary>
    public void Place(string label)
    {
        var thread = Thread.CurrentThread;
        var kind = thread == _start ? "the first thread" : thread.IsThreadPoolThread ? "the pool" : thread.Name ?? "another thread";
        var context = SynchronizationContext.Current?.ToString() ?? "no context";
        var scheduler = TaskScheduler.Current == TaskScheduler.Default ? "the default scheduler" : TaskScheduler.Current.ToString();
        Add($"{label}: on {kind}, {context}, {scheduler}");
    }

    public override string ToString() => string.Join("\n", Lines);
}
