using System.Runtime.CompilerServices;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Adds up what some threads allocate, and nothing of what others do: each thread that takes part notes its own count.</summary>
public sealed class AllocationMeter : IDisposable
{
    private readonly ThreadLocal<StrongBox<long>> _noted = new(static () => new StrongBox<long>());
    private long _bytes;

    /// <summary>Adds what this thread has allocated since it came by last; the first time it only begins.</summary>
    public void Note()
    {
        var noted = _noted.Value!; // made the first time, before the count is read
        var now = GC.GetAllocatedBytesForCurrentThread();
        if (noted.Value > 0)
        {
            Interlocked.Add(ref _bytes, now - noted.Value);
        }

        noted.Value = now;
    }

    /// <summary>What was noted since this was called last.</summary>
    public long Take()
    {
        Note();
        return Interlocked.Exchange(ref _bytes, 0);
    }

    public void Dispose() => _noted.Dispose();
}
