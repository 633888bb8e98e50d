using System.Runtime.CompilerServices;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>Adds up the allocations of the threads that call <see cref="Note"/>. Allocations of other threads do not count.</summary>
public sealed class AllocationMeter : IDisposable
{
    private readonly ThreadLocal<StrongBox<long>> _noted = new(static () => new StrongBox<long>());
    private long _bytes;

    /// <summary>Adds what this thread has allocated since its last call of this method. The thread's first call only starts the count.</summary>
    public void Note()
    {
        var noted = _noted.Value!; // a thread's first call allocates here, before the count is read
        var now = GC.GetAllocatedBytesForCurrentThread();
        if (noted.Value > 0)
        {
            Interlocked.Add(ref _bytes, now - noted.Value);
        }

        noted.Value = now;
    }

    /// <summary>Calls <see cref="Note"/>, and returns the bytes that all threads noted since the last call of this method.</summary>
    public long Take()
    {
        Note();
        return Interlocked.Exchange(ref _bytes, 0);
    }

    public void Dispose() => _noted.Dispose();
}
