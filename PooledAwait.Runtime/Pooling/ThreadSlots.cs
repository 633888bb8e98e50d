using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>One thread's idle boxes: a <see cref="PoolSlot"/> for each pool, by the pool's number.</summary>
/// <remarks>
/// <para>
/// <b>Memory ordering.</b> Only the thread itself takes and puts. It also trims its slots, when it comes by after it has been asked to. A thread that did not
/// come from one trim to the next is idle: the trimmer seizes its slots. The two exclude each other as in Dekker's algorithm with the fence on one side
/// only: the owner stores <c>_busy</c> and then loads <c>_request</c>; the trimmer stores <c>Seized</c> in <c>_request</c>, issues a process-wide barrier, and then
/// loads <c>_busy</c>. The barrier runs on
/// every core in between: an owner whose store of <c>_busy</c> was not yet visible at the barrier executes its load of <c>_request</c>
/// after it and sees the seizure; one whose store was visible is seen busy and left alone. So at most one of them proceeds. What the
/// trimmer wrote is published by its release store that ends the seizure and acquired by the owner's load. Both are volatile, which
/// keeps the JIT from exchanging them. The trimmer seizes an idle thread by a compare-and-swap of its own request, and the owner answers by a compare-and-swap of the same: only one of the two succeeds, and a thread that has
/// answered counts as at work. Where there is no process-wide barrier (netstandard2.0) nobody seizes.
/// </para>
/// <para>
/// <b>One array.</b> It reaches to the highest number that the thread uses, and from some 2,650 on it is large enough for the large object heap. Pages would be
/// smaller on a thread that uses few of many pools, but each take and each put would have a load and a check more.
/// </para>
/// <para>
/// <b>Counting.</b> What the owner counts is one plain addition by the only thread that writes it, in a line of memory that this use writes anyway. No
/// interlocked operation, nothing to switch on. <c>PoolMeter</c> sums from other threads; it may read a count that is an instant old,
/// and on a 32-bit processor, once in 2<sup>31</sup> uses, one that is between two values. All that is rare is counted in the depot, but for boxes that are made: many threads do that at once where pools are empty.
/// </para>
/// <para>
/// <b>Re-entrancy.</b> Between entering and leaving nothing runs user code: the depot's lock spins and never waits on a handle, for a
/// wait could pump messages. Making the slots of a thread may run some: it takes a lock that waits. Calls in there find that their thread has none and make
/// some; they serve until the outer ones take their place, and their finalizer passes the counts on, as if a thread had ended.
/// </para>
/// </remarks>
internal sealed class ThreadSlots
{
    // What _request says.
    private const int None = 0;
    private const int Asked = 1;
    private const int AskedForAll = 2;
    private const int Seized = 3;
    private const int LongWay = 4;

    /// <summary>A thread's slots grow by this part, so that what is not needed is a fifth at most.</summary>
    private const int GrowthDivisor = 4;

    private const int FirstLength = 8;

    [ThreadStatic]
    private static ThreadSlots? t_current;

    /// <summary>The only pool of a plug-in's type; null where these are for all others.</summary>
    private readonly Depot? _only;

    private PoolSlot[] _slots = [];

    /// <summary>Written by the owner: it is between entering and leaving.</summary>
    private bool _busy;

    /// <summary>Written by the trimmer, and set back by the owner that has done what was asked.</summary>
    private int _request = AtRest;

    /// <summary>Makes slots, and has them trimmed and counted from now on.</summary>
    /// <param name="only">The pool that they are for; null for all that have a number.</param>
    public ThreadSlots(Depot? only)
    {
        _only = only;
        AllThreads.Register(this);
    }

    /// <summary>The thread has ended.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "Whatever goes wrong here, it must not end the process.")]
    ~ThreadSlots()
    {
        try
        {
            AllThreads.Unregister(this);
        }
        catch
        {
            // Its counts are lost, and where it had full magazines the sum of all bytes keeps them.
        }
    }

    /// <summary>What the request is where there is none. Where a switch is on it is one that sends every use the long way, so that the short one need not ask (<see cref="PoolSwitches"/>).</summary>
    private static int AtRest => PoolSwitches.IsLongWay ? LongWay : None;

    /// <summary>The calling thread's; null where it has none yet.</summary>
    public static ThreadSlots? Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => t_current;
    }

    /// <summary>Makes the calling thread's.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // once for each thread
    public static ThreadSlots MakeCurrent() => t_current = new ThreadSlots(only: null);

    /// <summary>Takes an idle box; null where the pool has none. Called by the owner.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? Take(int number, Depot depot)
    {
        object? box;
        Volatile.Write(ref _busy, true);
        PoolSlot[] slots; // read behind the request: the trimmer that has ended a seizure has left others

        if (Volatile.Read(ref _request) == None && (uint)number < (uint)(slots = _slots).Length)
        {
            box = slots[number].Take(depot);
        }
        else
        {
            box = TakeSlowly(number, depot);
        }

        Volatile.Write(ref _busy, false);
        IdleBoxes.AssertTaken(box);
        return box;
    }

    /// <summary>Puts an idle box, or leaves it to the garbage collector. Called by the owner.</summary>
    public void Put(int number, Depot depot, object box)
    {
        IdleBoxes.AssertPut(box);
        Volatile.Write(ref _busy, true);
        PoolSlot[] slots; // read behind the request: the trimmer that has ended a seizure has left others

        if (Volatile.Read(ref _request) == None && (uint)number < (uint)(slots = _slots).Length)
        {
            slots[number].Put(depot, box);
        }
        else
        {
            PutSlowly(number, depot, box);
        }

        Volatile.Write(ref _busy, false);
    }

    /// <summary>What the owner has counted of a pool; called by any thread.</summary>
    public PoolCounts ReadCounts(Depot depot)
    {
        var slots = Volatile.Read(ref _slots);
        var number = _only is null ? depot.Number : _only == depot ? 0 : Depot.NoNumber;
        return (uint)number < (uint)slots.Length ? slots[number].Counts : default;
    }

    /// <summary>Adds what the owner has counted to the sums of the pools; called by any thread.</summary>
    public void AddToSums()
    {
        var slots = Volatile.Read(ref _slots);
        for (var number = 0; number < slots.Length; number++)
        {
            DepotOf(number)?.AddToSum(slots[number].Counts);
        }
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private object? TakeSlowly(int number, Depot depot)
    {
        if (!TryAnswer())
        {
            depot.CountRentedElsewhere();
            return null;
        }

        ref var slot = ref Grow(number);
        if (PoolSwitches.IsPoolingOff)
        {
            slot.TakeNone();
            return null;
        }

        var box = slot.Take(depot);
        if (PoolSwitches.IsLongWayChecked)
        {
            Volatile.Write(ref _busy, false); // left before a table takes a lock that waits
            IdleBoxes.Taken(box);
        }

        return box;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PutSlowly(int number, Depot depot, object box)
    {
        if (PoolSwitches.IsLongWayChecked)
        {
            Volatile.Write(ref _busy, false); // as above, and entered anew
            IdleBoxes.Put(box);
            Volatile.Write(ref _busy, true);
        }

        if (!TryAnswer())
        {
            depot.CountReturnedElsewhere();
            return;
        }

        ref var slot = ref Grow(number);
        if (PoolSwitches.IsPoolingOff)
        {
            slot.PutNone();
        }
        else
        {
            slot.Put(depot, box);
        }
    }

    /// <summary>Does what the trimmer has asked for.</summary>
    /// <returns>False where the slots are seized.</returns>
    private bool TryAnswer()
    {
        var request = Volatile.Read(ref _request);
        if (request is Asked or AskedForAll)
        {
            // Seized in between, the trimmer finds the owner busy; then it may go on.
            TrimSlots(everything: request == AskedForAll);
            Interlocked.CompareExchange(ref _request, AtRest, request);
            return true;
        }

        return request == AtRest;
    }

    /// <summary>The slot with a number, which there may be none of yet.</summary>
    private ref PoolSlot Grow(int number)
    {
        var slots = _slots;
        if (number >= slots.Length)
        {
            Array.Resize(ref slots, _only is null ? Math.Max(FirstLength, number + 1 + number / GrowthDivisor) : 1);
            Volatile.Write(ref _slots, slots); // who counts finds the old or the new ones
        }

        return ref slots[number];
    }

    /// <summary>First step of a trim: asks the owner to trim its slots, or seizes them where it was asked before and did not come.</summary>
    /// <param name="everything">Whether all that is idle goes, at once, or only what was not used since the last trim.</param>
    /// <returns>Whether they are seized.</returns>
    public bool Request(bool everything)
    {
#if !NETSTANDARD2_0
        // The owner may be at work. A thread that has no slots, as after a seizure, has nothing to be taken.
        var hasSlots = Volatile.Read(ref _slots).Length > 0;
        if (everything && hasSlots)
        {
            Volatile.Write(ref _request, Seized);
            return true;
        }

        var request = Volatile.Read(ref _request);
        if (request is Asked or AskedForAll && hasSlots)
        {
            return Interlocked.CompareExchange(ref _request, Seized, request) == request;
        }
#endif
        // Seized it is still where a trim has failed between its steps: this one ends it.
        return Interlocked.CompareExchange(ref _request, Asked, AtRest) == Seized;
    }

    /// <summary>Last step, after the process-wide barrier: empties seized slots where their thread does not use them.</summary>
    /// <param name="everything">As in the first step.</param>
    public void TrimSeized(bool everything)
    {
        if (_request != Seized)
        {
            return;
        }

        if (Volatile.Read(ref _busy))
        {
            Volatile.Write(ref _request, everything ? AskedForAll : Asked);
            return;
        }

        TrimSlots(everything: true);
        PassCountsOn();
        Volatile.Write(ref _request, AtRest);
    }

    /// <summary>Empties all slots and leaves their counts with the pools. Called where the owner has ended, or is kept out.</summary>
    /// <remarks>Under the lock under which counts are read: so none is read twice.</remarks>
    public void PassCountsOn()
    {
        for (var number = 0; number < _slots.Length; number++)
        {
            if (DepotOf(number) is { } depot)
            {
                depot.AddEnded(_slots[number].Counts);
            }
        }

        Volatile.Write(ref _slots, []);
    }

    /// <summary>Leaves boxes to the garbage collector. Called by the owner, or where it is kept out.</summary>
    /// <param name="everything">Whether also those that were needed since this was done last.</param>
    public void TrimSlots(bool everything)
    {
        var slots = _slots;
        for (var number = 0; number < slots.Length; number++)
        {
            slots[number].Trim(DepotOf(number), everything);
        }
    }

    private Depot? DepotOf(int number) => _only ?? Depot.WithNumber(number);
}
