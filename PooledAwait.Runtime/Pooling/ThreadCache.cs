using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// One thread's idle boxes of one type: the magazine in use and a spare one before the shared <see cref="Depot"/>.
/// </summary>
/// <remarks>
/// <para>
/// The layout is that of Bonwick and Adams, <i>Magazines and Vmem</i> (USENIX 2001), section 3: a thread works on its own magazines
/// and exchanges a whole one with the depot only where both are empty or both are full. With two of them, a thread that takes and
/// puts at the border between empty and full does not visit the depot each time.
/// </para>
/// <para>
/// <b>Memory ordering.</b> Only the thread itself takes and puts. The trimmer, on another thread, empties the caches of idle threads.
/// The two exclude each other as in Dekker's algorithm with the fence on one side only: the owner stores <c>_busy</c> and then loads
/// <c>_seized</c>; the trimmer stores <c>_seized</c>, issues a process-wide barrier, and then loads <c>_busy</c>. The barrier runs on
/// every core in between: an owner whose store of <c>_busy</c> was not yet visible at the barrier executes its load of <c>_seized</c>
/// after it and sees the seizure; one whose store was visible is seen busy and left alone. So at most one of them proceeds. What the
/// trimmer wrote is published by its release store that ends the seizure and acquired by the owner's load. Both are volatile, which
/// keeps the JIT from exchanging them. Where there is no process-wide barrier (netstandard2.0) nobody seizes.
/// </para>
/// <para>
/// <b>Counting.</b> The trimmer has to know whether a cache was used, so every use writes something; what it writes is a count, in place of
/// a flag: one plain addition by the only thread that writes it, in a line of memory that this use writes anyway. No interlocked
/// operation, no branch, nothing to switch on. <c>PoolMeter</c> and the trimmer sum and compare from other threads; they
/// may read a count that is an instant old, and on a 32-bit processor, once in 2<sup>32</sup> uses, one that is between two values.
/// All that is rare is counted where it happens, off this path.
/// </para>
/// <para>
/// <b>Re-entrancy.</b> Between entering and leaving nothing runs user code: the depot's lock spins and never waits on a handle, for a
/// wait could pump messages. Making a cache may run some: it takes locks that wait. Calls in there find that their thread has no cache and make
/// one; it serves until the outer one takes its place, and its finalizer passes its boxes and its counts on, as if a thread had ended.
/// </para>
/// </remarks>
internal sealed class ThreadCache
{
    private readonly Depot _depot;

    private Magazine _loaded = new();

    /// <summary>Either full or empty.</summary>
    private Magazine _spare = new();

    /// <summary>Written by the owner: it is between entering and leaving.</summary>
    private bool _busy;

    /// <summary>Written by the trimmer alone: the owner must do without the cache for the moment.</summary>
    private bool _seized;

    // Written by the owner alone; what they mean is said at PoolCounts.
    private long _rented;
    private long _returned;
    private long _created;
    private long _dropped;

    /// <summary>How often the cache had been used at the last trim; the trimmer's own.</summary>
    private long _usesAtLastTrim;

    public ThreadCache(Depot depot)
    {
        _depot = depot;
        depot.Register(this);
    }

    /// <summary>The thread has ended: the boxes go on in others.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "Whatever goes wrong here, it must not end the process.")]
    ~ThreadCache()
    {
        // Its making ran out of memory: it is finalized all the same.
        if (_depot is null)
        {
            return;
        }

        try
        {
            _depot.Unregister(this);
            _depot.PutBack(_loaded);
            _depot.PutBack(_spare);
        }
        catch
        {
            // Memory is tight: the boxes go to the garbage collector.
        }
    }

    /// <summary>Takes an idle box; null where the pool has none. Called by the thread that owns the cache.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? Take()
    {
        _rented++;
        Volatile.Write(ref _busy, true);
        var box = !Volatile.Read(ref _seized) ? _loaded.Take() ?? TakeFromOthers() : TakeNothing();
        Volatile.Write(ref _busy, false);
        IdleBoxes.AssertTaken(box);
        return box;
    }

    /// <summary>Puts an idle box, or leaves it to the garbage collector. Called by the thread that owns the cache.</summary>
    public void Put(object box)
    {
        IdleBoxes.AssertPut(box);
        _returned++;
        Volatile.Write(ref _busy, true);
        if (!Volatile.Read(ref _seized))
        {
            if (!_loaded.TryPut(box))
            {
                PutToOthers(box);
            }
        }
        else
        {
            _dropped++;
        }

        Volatile.Write(ref _busy, false);
    }

    /// <summary>Counts a box that was returned and is not to be used again. Called by the thread that owns the cache.</summary>
    public void Drop()
    {
        _returned++;
        _dropped++;
    }

    /// <summary>What the owner has counted so far; called by any thread.</summary>
    public PoolCounts ReadCounts() => new(
        Volatile.Read(ref _rented), Volatile.Read(ref _returned), Volatile.Read(ref _created), Volatile.Read(ref _dropped), trimmed: 0);

    [MethodImpl(MethodImplOptions.NoInlining)]
    private object? TakeFromOthers()
    {
        if (_spare.IsEmpty)
        {
            if (_depot.ExchangeForFull(_spare) is not { } full)
            {
                return TakeNothing();
            }

            _spare = full;
        }

        (_loaded, _spare) = (_spare, _loaded);
        return _loaded.Take();
    }

    /// <summary>The caller makes a box.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)]
    private object? TakeNothing()
    {
        _created++;
        return null;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PutToOthers(object box)
    {
        if (!_spare.IsEmpty)
        {
            _spare = _depot.ExchangeForEmpty(_spare);
        }

        (_loaded, _spare) = (_spare, _loaded);
        _loaded.TryPut(box);
    }

    /// <summary>First step of a trim: from the process-wide barrier on, the owner keeps out or is seen busy.</summary>
    /// <param name="evenIfUsed">Whether a cache that was used since the last trim is emptied too.</param>
    /// <returns>Whether there is a second step to be done. A cache in use, or without boxes, is not disturbed.</returns>
    public bool TrySeize(bool evenIfUsed)
    {
        // The owner may be at work. What is read here only tells whether it is worth while to look again behind the barrier.
        var uses = ReadUses();
        var isIdle = uses == _usesAtLastTrim;
        _usesAtLastTrim = uses;
        if ((isIdle || evenIfUsed) && !(_loaded.IsEmpty && _spare.IsEmpty))
        {
            Volatile.Write(ref _seized, true);
        }

        return _seized;
    }

    /// <summary>Last step, after the process-wide barrier: empties a seized cache where its thread does not use it.</summary>
    /// <param name="evenIfUsed">As in the first step.</param>
    /// <returns>How many boxes were left to the garbage collector.</returns>
    public int TrimAndRelease(bool evenIfUsed)
    {
        var trimmed = 0;
        if (_seized)
        {
            if (!Volatile.Read(ref _busy) && (evenIfUsed || ReadUses() == _usesAtLastTrim))
            {
                trimmed = _loaded.Clear() + _spare.Clear();
            }

            Volatile.Write(ref _seized, false);
        }

        return trimmed;
    }

    private long ReadUses() => Volatile.Read(ref _rented) + Volatile.Read(ref _returned);
}
