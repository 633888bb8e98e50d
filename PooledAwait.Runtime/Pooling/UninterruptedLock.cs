namespace PooledAwait.Runtime;

/// <summary>
/// Takes locks so that <see cref="Thread.Interrupt"/> does not end the wait for a lock. The program's own threads take these locks in methods that would take
/// no lock with the default builder. So an interrupt is intended for one of the program's own waits, and is kept for the thread's next wait. An exception here
/// would make a pool's static constructor fail for good. Then every later call of the method that uses the pool would fail too.
/// </summary>
internal static class UninterruptedLock
{
    /// <summary>
    /// Takes the lock. If <paramref name="isTaken"/> is true, the caller must release the lock in a <c>finally</c> block, so that even an aborted thread
    /// releases it.
    /// </summary>
    /// <param name="gate">The lock.</param>
    /// <param name="isTaken">Must be false before the call. It becomes true as soon as the lock is taken, even if this method then throws.</param>
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
