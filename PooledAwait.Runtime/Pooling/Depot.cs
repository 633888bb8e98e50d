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
    private readonly List<WeakReference<ThreadCache>> _caches = [];

    private SpinLock _lock = new(enableThreadOwnerTracking: false);
    private Magazine? _full;
    private Magazine? _empty;
    private int _boxes;

    /// <summary>The fewest boxes that were here at any time since the last trim: nobody needed those.</summary>
    private int _unneededBoxes;

    private Depot(int maximumBoxes) => _maximumBoxes = maximumBoxes;

    /// <summary>Makes the depot of one type, known to the trimmer for as long as the type lives.</summary>
    public static Depot Create()
    {
        var depot = new Depot(PoolLimits.MaximumBoxesPerType);
        PoolTrimmer.Register(depot);
        return depot;
    }

    /// <summary>Remembers a thread's cache, weakly, to trim it.</summary>
    public void Register(ThreadCache cache)
    {
        var reference = new WeakReference<ThreadCache>(cache);
        lock (_caches)
        {
            _caches.RemoveAll(static candidate => !candidate.TryGetTarget(out _));
            _caches.Add(reference);
        }
    }

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
        Magazine? empty = null;
        var taken = false;
        _lock.Enter(ref taken);
        var accepted = _boxes + full.Count <= _maximumBoxes;
        if (accepted)
        {
            full.Next = _full;
            _full = full;
            _boxes += full.Count;
            empty = _empty;
            if (empty is not null)
            {
                _empty = empty.Next;
                empty.Next = null;
            }
        }

        _lock.Exit(useMemoryBarrier: false);
        if (accepted)
        {
            return empty ?? new Magazine();
        }

        full.Clear();
        return full;
    }

    /// <summary>Takes what an ended thread had.</summary>
    public void PutBack(Magazine magazine)
    {
        if (!magazine.IsEmpty)
        {
            ExchangeForEmpty(magazine);
        }
    }

    /// <summary>Leaves to the garbage collector what nobody needed since the last trim, or everything that is idle.</summary>
    /// <param name="everything">True where memory is tight.</param>
    public void Trim(bool everything)
    {
        TrimMagazines(everything);
        TrimCaches(everything);
    }

    private void TrimMagazines(bool everything)
    {
        Magazine? dropped = null;
        var taken = false;
        _lock.Enter(ref taken);
        var surplus = everything ? _boxes : _unneededBoxes;
        while (_full is { } magazine && magazine.Count <= surplus)
        {
            _full = magazine.Next;
            surplus -= magazine.Count;
            _boxes -= magazine.Count;
            magazine.Next = dropped;
            dropped = magazine;
        }

        // What is empty serves nothing but the next exchange, which makes a new one where it must.
        _empty = null;
        _unneededBoxes = _boxes;
        _lock.Exit(useMemoryBarrier: false);
    }

    private void TrimCaches(bool evenIfUsed)
    {
#if !NETSTANDARD2_0
        var caches = new List<ThreadCache>();
        lock (_caches)
        {
            foreach (var reference in _caches)
            {
                if (reference.TryGetTarget(out var cache))
                {
                    caches.Add(cache);
                }
            }
        }

        foreach (var cache in caches)
        {
            cache.Seize();
        }

        Interlocked.MemoryBarrierProcessWide();

        foreach (var cache in caches)
        {
            cache.TrimAndRelease(evenIfUsed);
        }
#endif
    }
}
