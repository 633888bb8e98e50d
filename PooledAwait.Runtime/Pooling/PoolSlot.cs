using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>What one thread has of one pool: a box, and magazines where it had more than one at a time.</summary>
/// <remarks>
/// It grows with the number of threads times that of methods, so it is four words and no object. The thread writes it alone, but for the trimmer that has
/// seized it (see <see cref="ThreadSlots"/>).
/// </remarks>
internal struct PoolSlot
{
    private const int Unused = 1;

    /// <summary>The first bit of that count. Below it is room for what a thread returns in months of nothing else.</summary>
    private const int CreatedShift = 48;

    private const long MaximumCreated = (1L << (64 - CreatedShift)) - 1;

    /// <summary>Two boxes, above the lowest bit: so many a thread may take while its counts are read one after the other.</summary>
    private const long MostBetweenReads = 2 << 1;

    private const int MostReads = 100;

    /// <summary>The box that was put last, while it is idle.</summary>
    private object? _box;

    /// <summary>Null until two boxes were idle at once, and after a trim.</summary>
    private MagazinePair? _magazines;

    // The lowest bit is set by a trim and goes with the next box that is taken, and the count begins above it, so that is one load, two operations and one store.
    private long _rented;

    /// <summary>Has a second count at the top: that of the boxes that the thread has made.</summary>
    private long _returned;

    /// <summary>What the thread has counted; called by any thread.</summary>
    public PoolCounts Counts
    {
        get
        {
            // Whoever reads may be kept from running between the two, and the thread goes on for long: then its boxes would seem to be idle a hundred thousand times, and be trimmed as too many.
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

    /// <summary>Takes an idle box, and counts that one was needed; null where the pool has none.</summary>
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

    /// <summary>Puts an idle box, or leaves it to the garbage collector, and counts that it was returned.</summary>
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

    /// <summary>Where pooling is off: counts that a box was needed, which the caller makes.</summary>
    public void TakeNone() => _rented = (_rented | Unused) + 1;

    /// <summary>Where pooling is off: counts that a box was returned, which is left to the garbage collector.</summary>
    public void PutNone() => _returned++;

    /// <summary>Leaves boxes to the garbage collector, and marks the slot as unused until a box is taken.</summary>
    /// <param name="depot">The pool's; there is none for a slot that was never used.</param>
    /// <param name="everything">Whether all of them go, or only those that the thread has not needed since this was called last.</param>
    /// <remarks>
    /// A thread that puts and never takes needs none: where calls begin on one thread and end on another, each of them would else fill its magazines and keep them.
    /// A thread that takes needs what it has taken. Where all of them together keep more than their calls need, all of it goes (<see cref="IdleExcess"/>), and what is needed is made anew.
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

    /// <summary>Here, since many threads may make boxes at once; in the depot where there is no more room.</summary>
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
