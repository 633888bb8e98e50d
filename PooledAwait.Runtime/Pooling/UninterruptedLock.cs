namespace PooledAwait.Runtime;

/// <summary>
/// A lock that the program's own threads take, where the default builder takes none. <see cref="Thread.Interrupt"/> does not end the wait for it: the interrupt is kept for the thread's next wait, which is one of the
/// program's own. An exception here would break the static constructor of a pool, and its method for good.
/// </summary>
internal static class UninterruptedLock
{
    /// <summary>Takes the lock. A <c>finally</c> block of the caller releases it if it was taken, so that a thread that is aborted in between does not keep it.</summary>
    /// <param name="gate">The lock.</param>
    /// <param name="isTaken">False before; afterwards true, in every case in which the lock was taken.</param>
    public static void Enter(object gate, ref bool isTaken)
    {
        var isInterrupted = false;
        while (!isTaken)
        {
            try
            {
                Monitor.Enter(gate, ref isTaken);
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
    }

    /// <summary>Releases the lock if it was taken.</summary>
    public static void Exit(object gate, bool isTaken)
    {
        if (isTaken)
        {
            Monitor.Exit(gate);
        }
    }
}
