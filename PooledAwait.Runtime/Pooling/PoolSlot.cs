using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Keeps one thread's boxes of one pool: a single box, and two magazines if the thread has had several idle boxes at once.</summary>
/// <remarks>
/// There may be a slot for each pair of a thread and a method. So a slot is a struct of four words, not an object. Other threads write a slot only while the
/// slots of its thread are seized, or in the finalizer of these slots (see <see cref="ThreadSlots"/>).
/// </remarks>
internal struct PoolSlot
{
    private const int Unused = 1;

    /// <summary>
    /// The number of bits in <see cref="_returned"/> below the count of made boxes. These 48 bits hold the count of returned boxes. They suffice even for a
    /// thread that does nothing but return boxes for months.
    /// </summary>
    private const int CreatedShift = 48;

    private const long MaximumCreated = (1L << (64 - CreatedShift)) - 1;

    /// <summary>
    /// If <see cref="_rented"/> grows by more than this while another thread reads the counts, that thread reads them again. The value means two boxes, because
    /// the lowest bit of <see cref="_rented"/> is no part of the count.
    /// </summary>
    private const long MostBetweenReads = 2 << 1;

    private const int MostReads = 100;

    /// <summary>The box that is taken next; null if there is none.</summary>
    private object? _box;

    /// <summary>Null until two boxes are idle at once. A trim may set the field to null again.</summary>
    private MagazinePair? _magazines;

    // The number of rented boxes, above the lowest bit. The lowest bit is Unused. A trim sets this bit. A take also sets this bit and then adds 1: the carry
    // clears the bit, and raises the number. So a take is one load, two operations and one store.
    private long _rented;

    /// <summary>The number of returned boxes. The top bits hold a second count: the boxes that the thread has made.</summary>
    private long _returned;

    /// <summary>The counts of the thread. Any thread may read them.</summary>
    public PoolCounts Counts
    {
        get
        {
            // The reading thread may be suspended between its two reads, while the slot's thread takes and returns many boxes. Then the pool could seem to have
            // a hundred thousand idle boxes, and a trim would release all idle boxes that it really has. So if the slot's thread has taken more than two boxes
            // during the reads, the reading thread reads again.
            var rented = Volatile.Read(ref _rented);
            var returned = Volatile.Read(ref _returned);
            for (var again = 0; again < MostReads && Volatile.Read(ref _rented) - rented > MostBetweenReads; again++)
            {
                rented = Volatile.Read(ref _rented);
                returned = Volatile.Read(ref _returned);
            }

            rented >>= 1;
            var put = returned & ((1L << CreatedShift) - 1);
            return PoolSwitches.IsPoolingOff
                ? new(rented, put, created: rented, dropped: put, trimmed: 0)
                : new(rented, put, created: returned >>> CreatedShift, dropped: 0, trimmed: 0);
        }
    }

    /// <summary>Counts a rented box, and takes an idle one. If the pool has none, also counts a made box, and returns null: the caller makes the box.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? Take(Depot depot)
    {
        _rented = (_rented | Unused) + 1;
        var box = _box;
        if (box is null)
        {
            return _magazines?.TakeLoaded() ?? TakeFromOthers(depot);
        }

        _box = null;
        return box;
    }

    /// <summary>Puts an idle box, or leaves it to the garbage collector, and counts it as returned.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Put(Depot depot, object box)
    {
        _returned++;
        if (_box is null)
        {
            _box = box;
        }
        else
        {
            (_magazines ??= new MagazinePair(depot)).Put(box);
        }
    }

    /// <summary>Counts a rented box while pooling is off. The caller makes the box.</summary>
    public void TakeNone() => _rented = (_rented | Unused) + 1;

    /// <summary>Counts a returned box while pooling is off. The box is left to the garbage collector.</summary>
    public void PutNone() => _returned++;

    /// <summary>Leaves boxes to the garbage collector, and marks the slot as unused until a box is taken.</summary>
    /// <param name="depot">The pool's depot; null for a slot that was never used.</param>
    /// <param name="everything">True to release all boxes; false to release only boxes that the thread has not needed since the last trim.</param>
    /// <remarks>
    /// A thread that has taken no box since the last trim needs no boxes, so all its boxes are released. Without this rule, a thread on which calls end, but do
    /// not begin, would fill its magazines and keep them. A thread that takes boxes keeps as many as it has needed at once. If all threads together keep more
    /// than their calls need, all boxes of the pool are released (<see cref="IdleExcess"/>). If boxes are needed again, they are made anew.
    /// </remarks>
    public void Trim(Depot? depot, bool everything)
    {
        if (everything || (_rented & Unused) != 0 || depot is { HasExcess: true })
        {
            if (_box is not null || _magazines is not null)
            {
                var boxes = (_box is null ? 0 : 1) + (_magazines?.Clear() ?? 0);
                _box = null;
                _magazines = null;
                depot!.CountTrimmed(boxes);
            }
        }
        else if (_magazines is not null)
        {
            depot!.CountTrimmed(_magazines.Trim());
            if (_magazines.IsEmpty)
            {
                _magazines.Clear();
                _magazines = null;
            }
        }

        _rented |= Unused;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private object? TakeFromOthers(Depot depot)
    {
        var box = _magazines is { } magazines ? magazines.TakeFromOthers()
            : depot.HasFull ? (_magazines = new MagazinePair(depot)).TakeFromOthers()
            : null;
        if (box is null)
        {
            CountCreated(depot);
        }

        return box;
    }

    /// <summary>
    /// Counts a box that was made. The count is in the slot, because in the depot, threads that make boxes at once would slow each other down. If the slot's
    /// count is full, the depot counts the box.
    /// </summary>
    private void CountCreated(Depot depot)
    {
        if (_returned >>> CreatedShift == MaximumCreated)
        {
            depot.CountCreated();
        }
        else
        {
            _returned += 1L << CreatedShift;
        }
    }
}
