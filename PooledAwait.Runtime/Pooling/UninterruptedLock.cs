namespace PooledAwait.Runtime;

/// <summary>
/// A lock that the program's own threads take, where the default builder takes none. If the program interrupts a thread that waits for it, the thread waits on, and its next wait is the one that ends: the program
/// interrupts a wait of its own. In the static constructor of a pool an exception would break the method for good.
/// </summary>
internal readonly ref struct UninterruptedLock
{
    private readonly object _gate;

    private UninterruptedLock(object gate) => _gate = gate;

    /// <summary>Takes the lock; disposing the result releases it.</summary>
    public static UninterruptedLock Take(object gate)
    {
        var isInterrupted = false;
        while (true)
        {
            try
            {
                Monitor.Enter(gate);
                break;
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }
        }

        if (isInterrupted)
        {
            Thread.CurrentThread.Interrupt();
        }

        return new UninterruptedLock(gate);
    }

    public void Dispose() => Monitor.Exit(_gate);
}
