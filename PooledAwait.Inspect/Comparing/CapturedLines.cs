namespace PooledAwait.Inspect.Comparing;

/// <summary>The lines that a program printed to one of its outputs. Keeps the first lines for the comparison, and the last lines for messages.</summary>
internal sealed class CapturedLines
{
    private const int Compared = 100_000;
    private const int Shown = 8;

    private readonly Lock _lock = new();
    private readonly List<string> _first = [];
    private readonly Queue<string> _last = [];

    public IReadOnlyList<string> First
    {
        get
        {
            lock (_lock)
            {
                return [.. _first];
            }
        }
    }

    public IReadOnlyList<string> Last
    {
        get
        {
            lock (_lock)
            {
                return [.. _last];
            }
        }
    }

    public void Add(string line)
    {
        lock (_lock)
        {
            if (_first.Count < Compared)
            {
                _first.Add(line);
            }

            _last.Enqueue(line);
            if (_last.Count > Shown)
            {
                _last.Dequeue();
            }
        }
    }
}
