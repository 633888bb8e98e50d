namespace PooledAwait.Runtime;

/// <summary>Finds the pools that keep more than their calls need, if all pools together keep too much.</summary>
/// <remarks>
/// <para>
/// Each thread keeps what it has needed itself. If calls end on other threads than they began on, many threads need a box now and then, and few calls are in flight at once. Then each thread's part is
/// right, but the sum is not. So a trim adds the parts up. Idle boxes may have twice the bytes of the boxes that were in flight at once within the last minute, plus <see cref="AlwaysAllowedBytes"/>.
/// If they have more, each pool whose idle boxes are more than twice its own boxes in flight gives up everything. For each trim, that costs as many new boxes as are needed at once. The other boxes
/// never come back.
/// </para>
/// <para>
/// A call that was abandoned counts as in flight. So its pool may keep more than it needs: what each of its threads has needed, as if nothing were added up.
/// </para>
/// </remarks>
internal static class IdleExcess
{
    /// <summary>This many bytes are not worth an effort.</summary>
    private const long AlwaysAllowedBytes = 100_000;

    /// <summary>Two windows are remembered: a minute.</summary>
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
