using System.Collections.Concurrent;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>The threads and contexts that all random calls (see <see cref="Walking"/>) use, and the faults that the calls found.</summary>
public sealed class Ground : IDisposable
{
    private readonly BlockingCollection<Action> _completions = [];
    private readonly List<Thread> _threads;

    public Ground()
    {
        _threads = [.. Enumerable.Range(0, 3).Select(_ => new Thread(() =>
        {
            foreach (var complete in _completions.GetConsumingEnumerable())
            {
                complete();
            }
        })
        {
            IsBackground = true,
            Name = "a completing thread",
        })];
        _threads.ForEach(thread => thread.UnsafeStart());
        Contexts = [new ThreadContext(), new ThreadContext()];
    }

    public ThreadContext[] Contexts { get; }

    public ConcurrentQueue<string> Faults { get; } = new();

    /// <summary>Lets one of the threads run the action soon.</summary>
    public void Soon(Action complete) => _completions.Add(complete);

    public void Dispose()
    {
        _completions.CompleteAdding();
        _threads.ForEach(thread => thread.Join());
        foreach (var context in Contexts)
        {
            context.Dispose();
        }
    }
}
