namespace PooledAwait.Runtime;

/// <summary>
/// The largest number of a pool's boxes that were in flight (rented, and not yet returned) at once. It covers the current window of time and the window before
/// it.
/// </summary>
internal struct PeakInFlight
{
    private long _now;
    private long _before;

    public readonly long Most => Math.Max(_now, _before);

    /// <param name="boxes">The number of boxes in flight.</param>
    /// <param name="isNewWindow">True if a new window begins.</param>
    public void Add(long boxes, bool isNewWindow)
    {
        if (isNewWindow)
        {
            (_before, _now) = (_now, 0);
        }

        _now = Math.Max(_now, boxes);
    }
}
