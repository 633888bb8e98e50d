namespace PooledAwait.Runtime;

/// <summary>Finds the pools that keep more boxes than their calls need, if all pools together keep too many bytes.</summary>
/// <remarks>
/// <para>
/// Each thread keeps the boxes that it has needed itself. If calls end on other threads than they began on, many threads need a box now and then, although few
/// calls are in flight at once. Then each thread keeps few boxes, but all threads together keep too many. So a trim sums the boxes of all threads. A pool's
/// allowance is twice the most boxes that were in flight at once within the last minute. Suppose that the idle boxes of all pools have more bytes than all
/// allowances together plus <see cref="AlwaysAllowedBytes"/>. Then each pool that exceeds its own allowance gives up all its idle boxes. Afterwards, threads
/// make only as many boxes as calls need at the same time.
/// </para>
/// <para>An abandoned call counts as in flight, and so raises the allowance of its pool. Such a pool may keep too much, as it would without this class.</para>
/// </remarks>
internal static class IdleExcess
{
    /// <summary>A surplus up to this size is ignored, because it is not worth the effort.</summary>
    private const long AlwaysAllowedBytes = 100_000;

    /// <summary>The length of a window of time. The current window and the one before it count, so together they cover up to a minute.</summary>
    private const uint WindowMilliseconds = 30_000;

    private static int s_windowBegin = Environment.TickCount;

    /// <summary>Sets <see cref="Depot.HasExcess"/> of all pools. Called under the lock of <see cref="PoolTrimmer"/>; allocates nothing.</summary>
    public static void Find(List<WeakReference<Depot>> depots)
    {
        AllThreads.SumCounts(depots);
        var now = Environment.TickCount;
        var isNewWindow = unchecked((uint)(now - s_windowBegin)) >= WindowMilliseconds;
        if (isNewWindow)
        {
            s_windowBegin = now;
        }

        var surplus = -AlwaysAllowedBytes;
        foreach (var reference in depots)
        {
            if (reference.TryGetTarget(out var depot))
            {
                depot.EndSum(isNewWindow);
                surplus += depot.IdleBytes - depot.AllowedBytes;
            }
        }

        foreach (var reference in depots)
        {
            if (reference.TryGetTarget(out var depot))
            {
                depot.HasExcess = surplus > 0 && depot.IdleBytes > depot.AllowedBytes;
            }
        }
    }
}
