namespace PooledAwait.Runtime;

/// <summary>
/// The idle boxes of one type that no thread's cache holds, in whole magazines; bounded, and trimmed by <see cref="PoolTrimmer"/>.
/// </summary>
/// <remarks>
/// Visited once for about <see cref="Magazine.Capacity"/> boxes, so a lock costs less than being clever. It spins: see the remark on
/// re-entrancy at <see cref="ThreadCache"/>. Inside it a few references are moved and nothing is called.
/// </remarks>
internal sealed class Depot
{
    private readonly int _maximumBoxes;

    /// <summary>
    /// The caches whose counts are not in <see cref="_endedCounts"/>: references that follow one through its finalizer, which moves the
    /// counts. The list's lock guards both, and keeps the trimmer out of a cache that is being finalized.
    /// </summary>
    private readonly List<WeakReference<ThreadCache>> _caches = [];

    /// <summary>What the caches of ended threads have counted.</summary>
    private PoolCounts _endedCounts;

    private SpinLock _lock = new(enableThreadOwnerTracking: false);
    private Magazine? _full;
    private Magazine? _empty;
    private int _boxes;

    /// <summary>The fewest boxes that were here at any time since the last trim: nobody needed those.</summary>
    private int _unneededBoxes;

    /// <summary>Boxes that were refused at the bound.</summary>
    private long _droppedBoxes;

    /// <summary>Written by the trimmer alone.</summary>
    private long _trimmedBoxes;

#if NET8_0_OR_GREATER
    /// <summary>What <see cref="PoolSums"/> has seen; read and written under its lock.</summary>
    private PoolCounts _readCounts;

    private string? _userName;
#endif

    private Depot(Type user, int maximumBoxes)
    {
        User = user;
        _maximumBoxes = maximumBoxes;
    }

    /// <summary>Whose boxes these are: the type of the state machines, or the class that makes the promises.</summary>
    public Type User { get; }

#if NET8_0_OR_GREATER
    /// <summary>The method, or the class, as its author knows it.</summary>
    public string UserName => _userName ??= AsyncMethodName.Of(User);
#endif

    /// <summary>Makes the depot of one type, known to the trimmer for as long as the type lives.</summary>
    public static Depot Create(Type user)
    {
        var depot = new Depot(user, PoolLimits.MaximumBoxesPerType);
        PoolTrimmer.Register(depot);
        return depot;
    }

    /// <summary>Remembers a thread's cache, weakly, to trim it and to read its counts.</summary>
    public void Register(ThreadCache cache)
    {
        var reference = new WeakReference<ThreadCache>(cache, trackResurrection: true);
        lock (_caches)
        {
            _caches.Add(reference);
        }

#if NET8_0_OR_GREATER
        PoolMeter.Show();
#endif
    }

    /// <summary>Keeps the counts of an ended thread's cache, and the trimmer out of it from now on. Allocates nothing.</summary>
    public void Unregister(ThreadCache cache)
    {
        lock (_caches)
        {
            for (var i = _caches.Count - 1; i >= 0; i--)
            {
                if (!_caches[i].TryGetTarget(out var target) || target == cache)
                {
                    _caches.RemoveAt(i);
                }
            }

            _endedCounts += cache.ReadCounts();
        }
    }

    /// <summary>What has happened so far; to the number where nobody rents or returns meanwhile.</summary>
    public PoolCounts ReadCounts()
    {
        var counts = new PoolCounts(0, 0, 0, Volatile.Read(ref _droppedBoxes), Volatile.Read(ref _trimmedBoxes));
        lock (_caches)
        {
            counts += _endedCounts;
            foreach (var reference in _caches)
            {
                if (reference.TryGetTarget(out var cache))
                {
                    counts += cache.ReadCounts();
                }
            }
        }

        return counts;
    }

#if NET8_0_OR_GREATER
    /// <summary>What has happened since this was asked last, by the one <see cref="PoolSums"/>.</summary>
    public PoolCounts ReadNewCounts()
    {
        var counts = ReadCounts();
        var added = counts - _readCounts;
        _readCounts = counts;
        return added;
    }
#endif

    /// <summary>Takes a magazine with boxes for an empty one; null, and the empty one stays with the caller, where there is none.</summary>
    public Magazine? ExchangeForFull(Magazine empty)
    {
        if (Volatile.Read(ref _full) is null)
        {
            return null;
        }

        var taken = false;
        _lock.Enter(ref taken);
        var full = _full;
        if (full is not null)
        {
            _full = full.Next;
            full.Next = null;
            _boxes -= full.Count;
            _unneededBoxes = Math.Min(_unneededBoxes, _boxes);
            empty.Next = _empty;
            _empty = empty;
        }

        _lock.Exit(useMemoryBarrier: false);
        return full;
    }

    /// <summary>Takes an empty magazine for one with boxes; above the bound its boxes are left to the garbage collector.</summary>
    public Magazine ExchangeForEmpty(Magazine full)
    {
        Magazine? made = null;
        while (true)
        {
            Magazine? empty = null;
            var taken = false;
            _lock.Enter(ref taken);
            var accepted = _boxes + full.Count <= _maximumBoxes;
            if (accepted)
            {
                empty = _empty ?? made;
                if (empty is not null)
                {
                    full.Next = _full;
                    _full = full;
                    _boxes += full.Count;
                    if (empty == _empty)
                    {
                        _empty = empty.Next;
                        empty.Next = null;
                    }
                }
            }

            _lock.Exit(useMemoryBarrier: false);
            if (!accepted)
            {
                Interlocked.Add(ref _droppedBoxes, full.Clear());
                return full;
            }

            if (empty is not null)
            {
                return empty;
            }

            // Made before the full one is given away: where memory does not suffice, that one still has its owner and no other.
            made = new Magazine();
        }
    }

    /// <summary>Takes what an ended thread had.</summary>
    public void PutBack(Magazine magazine)
    {
        if (!magazine.IsEmpty)
        {
            // The thread has no use for an empty one any more. Nor is it kept for others: an exchange that finds none makes one, while
            // those of thread after thread would pile up.
            _ = ExchangeForEmpty(magazine);
        }
    }

    /// <summary>First step of a trim: leaves what all threads share to the garbage collector, and looks for threads' caches to empty.</summary>
    /// <param name="everything">Whether all that is idle goes, or only what nobody needed since the last trim.</param>
    /// <returns>Whether there is a second step to be done, after a process-wide barrier.</returns>
    public bool TrimShared(bool everything)
    {
        TrimMagazines(everything);
        var anySeized = false;
#if !NETSTANDARD2_0
        lock (_caches)
        {
            foreach (var reference in _caches)
            {
                if (reference.TryGetTarget(out var cache) && cache.TrySeize(evenIfUsed: everything))
                {
                    anySeized = true;
                }
            }
        }
#endif
        return anySeized;
    }

    /// <summary>Last step of a trim: empties the threads' caches that the first one has seized.</summary>
    /// <param name="everything">As in the first step.</param>
    /// <remarks>
    /// A thread may have ended since, and its cache be in its finalizer, which leaves this list before it gives the boxes away.
    /// </remarks>
    public void TrimSeized(bool everything)
    {
        lock (_caches)
        {
            foreach (var reference in _caches)
            {
                if (reference.TryGetTarget(out var cache))
                {
                    CountTrimmed(cache.TrimAndRelease(evenIfUsed: everything));
                }
            }
        }
    }

    private void TrimMagazines(bool everything)
    {
        var taken = false;
        _lock.Enter(ref taken);
        var before = _boxes;
        var surplus = everything ? _boxes : _unneededBoxes;
        while (_full is { } magazine && magazine.Count <= surplus)
        {
            _full = magazine.Next;
            surplus -= magazine.Count;
            _boxes -= magazine.Count;
        }

        // What is empty serves nothing but the next exchange, which makes a new one where it must.
        _empty = null;
        var trimmed = before - _boxes;
        _unneededBoxes = _boxes;
        _lock.Exit(useMemoryBarrier: false);
        CountTrimmed(trimmed);
    }

    /// <summary>Interlocked although one trim is at work at a time: a reader on a 32-bit processor must not see half of the sum.</summary>
    private void CountTrimmed(int boxes) => Interlocked.Add(ref _trimmedBoxes, boxes);
}
