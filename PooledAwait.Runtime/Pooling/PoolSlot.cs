using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>What one thread has of one pool: a box, and magazines if it had more than one at a time.</summary>
/// <remarks>
/// The number of slots grows with the number of threads times that of methods, so a slot is four words and no object. Only the thread writes it, except for the trimmer that has
/// seized it (see <see cref="ThreadSlots"/>).
/// </remarks>
internal struct PoolSlot
{
    private const int Unused = 1;

    /// <summary>The first bit of the second count in <see cref="_returned"/>. The bits below it have room for what a thread returns in months, even if it does nothing else.</summary>
    private const int CreatedShift = 48;

    private const long MaximumCreated = (1L << (64 - CreatedShift)) - 1;

    /// <summary>Two boxes, shifted above the lowest bit: a thread may take this many while its counts are read one after the other.</summary>
    private const long MostBetweenReads = 2 << 1;

    private const int MostReads = 100;

    /// <summary>The box that was put last, while it is idle.</summary>
    private object? _box;

    /// <summary>Null until two boxes were idle at once, and after a trim.</summary>
    private MagazinePair? _magazines;

    // A trim sets the lowest bit, and the next take clears it. The count begins above that bit. So a take is one load, two operations and one store.
    private long _rented;

    /// <summary>Has a second count in the top bits: the number of boxes that the thread has made.</summary>
    private long _returned;

    /// <summary>What the thread has counted; called by any thread.</summary>
    public PoolCounts Counts
    {
        get
        {
            // The reading thread may be suspended between the two reads, while the owner goes on for long. Then a hundred thousand boxes would seem to be idle, and be trimmed as too many.
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

    /// <summary>Takes an idle box, and counts that one was needed; null if the pool has none.</summary>
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

    /// <summary>If pooling is off: counts that a box was needed. The caller makes it.</summary>
    public void TakeNone() => _rented = (_rented | Unused) + 1;

    /// <summary>If pooling is off: counts that a box was returned. It is left to the garbage collector.</summary>
    public void PutNone() => _returned++;

    /// <summary>Leaves boxes to the garbage collector, and marks the slot as unused until a box is taken.</summary>
    /// <param name="depot">The pool's depot; null for a slot that was never used.</param>
    /// <param name="everything">Whether all of them go, or only those that the thread has not needed since the last call.</param>
    /// <remarks>
    /// A thread that puts and never takes needs no boxes. If calls begin on one thread and end on another, each such thread would otherwise fill its magazines and keep them.
    /// A thread that takes needs what it has taken. If all threads together keep more than their calls need, all boxes go (<see cref="IdleExcess"/>), and the needed ones are made anew.
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

    /// <summary>Counts here, because many threads may make boxes at once; in the depot if there is no more room here.</summary>
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
