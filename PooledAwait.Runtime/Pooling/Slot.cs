namespace PooledAwait.Runtime;

/// <summary>What one thread has of one pool: a box, and magazines where it had more than one at a time.</summary>
/// <remarks>
/// It grows with the number of threads times that of methods, so it is four words and no object. The thread writes it alone, but for the trimmer that has
/// seized it (see <see cref="ThreadSlots"/>).
/// </remarks>
internal struct Slot
{
    private const int Unused = 1;

    /// <summary>The box that was put last, while it is idle.</summary>
    public object? Box;

    /// <summary>Null until two boxes were idle at once, and after a trim.</summary>
    public MagazinePair? Magazines;

    // A count in the upper bits; the lowest is set by a trim and goes with the next use, so a use is one load, two operations and one store.
    private long _rented;
    private long _returned;

    /// <summary>What the thread has counted; called by any thread.</summary>
    public PoolCounts Counts => new(Volatile.Read(ref _rented) >> 1, Volatile.Read(ref _returned) >> 1, created: 0, dropped: 0, trimmed: 0);

    /// <summary>Whether nothing was rented or returned since <see cref="MarkUnused"/>.</summary>
    public readonly bool IsUnused => (_rented & _returned & Unused) != 0;

    public readonly bool IsEmpty => Box is null && Magazines is null;

    public void CountRented() => _rented = (_rented | Unused) + 1;

    public void CountReturned() => _returned = (_returned | Unused) + 1;

    public void MarkUnused()
    {
        _rented |= Unused;
        _returned |= Unused;
    }

    /// <summary>Leaves all boxes to the garbage collector.</summary>
    /// <returns>How many there were.</returns>
    public int Clear()
    {
        var boxes = (Box is null ? 0 : 1) + (Magazines?.Clear() ?? 0);
        Box = null;
        Magazines = null;
        return boxes;
    }
}
