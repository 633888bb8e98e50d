namespace PooledAwait.Runtime;

/// <summary>
/// A lock whose wait <see cref="Thread.Interrupt"/> does not end. The program's own threads take this lock, where the default builder takes none. So the interrupt is kept for the thread's next
/// wait, one of the program's own. An exception here would break the static constructor of a pool, and so its method, for good.
/// </summary>
internal static class UninterruptedLock
{
    /// <summary>Takes the lock. The caller releases it in a <c>finally</c> block, if <paramref name="isTaken"/> is true, so that it is released even if the thread is aborted.</summary>
    /// <param name="gate">The lock.</param>
    /// <param name="isTaken">Must be false before. Afterwards it is true in every case in which the lock was taken.</param>
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
