namespace PooledAwait.Runtime;

/// <summary>Finds the pools that keep more boxes than their calls need, if all pools together keep too many bytes.</summary>
/// <remarks>
/// <para>
/// Each thread keeps the boxes that it has needed itself. Calls may end on other threads than they began on. Then many threads need a box now and then,
/// although few calls are in flight at once. Each of these threads keeps only a few boxes, but all threads together keep too many. So a trim sums the boxes of
/// all threads. A pool's allowance is twice its peak. The peak is the largest number of its boxes that were in flight at once during about the last minute
/// (<see cref="PeakInFlight"/>). The trim compares the bytes of all idle boxes with the sum of all allowances plus <see cref="AlwaysAllowedBytes"/>. If the
/// idle boxes take more bytes, each pool that exceeds its own allowance gives up all its idle boxes. Afterwards, a thread makes a new box only if it finds no
/// idle box.
/// </para>
/// <para>An abandoned call counts as in flight, and so raises the allowance of its pool. Such a pool may keep too much, as it would without this class.</para>
/// </remarks>
internal static class IdleExcess
{
    /// <summary>A surplus up to this size is ignored, because it is not worth the effort.</summary>
    private const long AlwaysAllowedBytes = 100_000;

    /// <summary>
    /// The minimum length of a window of time. A new window begins at the first trim after this time. A peak covers two windows: the current window and the
    /// window before it. If trims are frequent, that is the last 30 to 60 seconds.
    /// </summary>
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
