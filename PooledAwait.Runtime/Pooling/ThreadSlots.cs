using System.Diagnostics.CodeAnalysis;
using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>Keeps one thread's idle boxes. Each pool has a <see cref="PoolSlot"/>, at the index that is the pool's number.</summary>
/// <remarks>
/// <para>
/// <b>Memory ordering.</b> Only the thread itself, the owner, takes and puts boxes. The trimmer requests a trim of the slots. The owner handles this request
/// when it next takes or puts a box. A thread that has not used its slots between two trims is idle. The trimmer seizes the slots of such a thread, that is,
/// locks the owner out and empties the slots. (If memory is tight, the trimmer seizes the slots of all threads at once.) The owner and the trimmer exclude each
/// other as in Dekker's algorithm, but only the trimmer has a fence. The owner stores <c>_busy</c> and then loads <c>_request</c>. The trimmer stores
/// <c>Seized</c> in <c>_request</c>, issues a process-wide barrier, which runs on every core, and then loads <c>_busy</c>. If the owner's store of <c>_busy</c>
/// was not yet visible at the barrier, the owner loads <c>_request</c> after the barrier, and sees the seizure. If the store was visible, the trimmer sees that
/// the owner is busy, and leaves the slots alone. So at most one of the two uses the slots. The trimmer ends the seizure with a release store, which publishes
/// everything that the trimmer wrote. The owner's load of <c>_request</c> acquires these writes. The owner's store and load are both volatile, so that the JIT
/// does not reorder them. To seize an idle thread's slots, the trimmer replaces its earlier request by a compare-and-swap. After the owner has handled a
/// request, it also resets the request by a compare-and-swap. Only one of these two operations succeeds, so a thread that has handled a request does not count
/// as idle. Without a process-wide barrier (netstandard2.0), the trimmer seizes nothing.
/// </para>
/// <para>
/// <b>One array.</b> The length of the array depends on the highest pool number that the thread uses. An array of more than some 2,650 slots is in the large
/// object heap. For a thread that uses few of many pools, several smaller arrays would take less memory. But then each take and each put would need one more
/// load and one more check.
/// </para>
/// <para>
/// <b>Counting.</b> A count costs one plain addition, in a cache line that each take or put writes in any case. Only the owner writes the count, so no
/// interlocked operation is needed. So the counts are always on. <c>PoolMeter</c> reads and sums the counts of all threads. A count that it reads may be
/// slightly old. On a 32-bit processor, once in 2<sup>31</sup> uses, the count may also be torn. Rare events are counted in the depot, which all threads share.
/// Made boxes are counted in the slot: if pools are empty, many threads make boxes at once, and would slow each other down in the depot.
/// </para>
/// <para>
/// <b>Re-entrancy.</b> While the owner is busy (<c>_busy</c>), no user code may run on its thread. So the depot's lock is a spin lock, because a wait on a
/// handle could pump messages, which run user code. But the creation of a thread's slots takes a lock that waits on a handle, so user code may run during this
/// wait. Calls in that code find no slots of their thread, and make their own slots. These inner slots are used until the outer creation ends and replaces
/// them. Then the finalizer of the inner slots passes their counts on, as if a thread had ended.
/// </para>
/// </remarks>
internal sealed class ThreadSlots
{
    // The values of _request.
    private const int None = 0;
    private const int Asked = 1;
    private const int AskedForAll = 2;
    private const int Seized = 3;
    private const int LongWay = 4;

    /// <summary>
    /// When the array grows beyond <see cref="FirstLength"/>, it gets one spare slot for this many needed slots. So then at most a fifth of its slots is spare.
    /// </summary>
    private const int GrowthDivisor = 4;

    private const int FirstLength = 8;

    [ThreadStatic]
    private static ThreadSlots? t_current;

    /// <summary>The only pool that these slots serve, if the pool's type belongs to a plug-in; otherwise null.</summary>
    private readonly Depot? _only;

    private PoolSlot[] _slots = [];

    /// <summary>True while the owner takes or puts a box. Written by the owner.</summary>
    private bool _busy;

    /// <summary>The request of the trimmer. The owner resets this field after it has handled the request.</summary>
    private int _request = AtRest;

    /// <summary>Makes slots, and registers them for trims and for counts.</summary>
    /// <param name="only">The only pool that the slots serve; null for all pools with a number.</param>
    public ThreadSlots(Depot? only)
    {
        _only = only;
        AllThreads.Register(this);
    }

    /// <summary>Runs after the thread has ended, or after other slots of the thread have replaced these slots.</summary>
    [SuppressMessage("Design", "CA1031", Justification = "Whatever goes wrong here, it must not end the process.")]
    ~ThreadSlots()
    {
        try
        {
            AllThreads.Unregister(this);
        }
        catch
        {
            // The thread's counts are lost. If the thread had magazines, PoolBytes still counts the bytes that it counted for them.
        }
    }

    /// <summary>
    /// The value of <c>_request</c> while there is no request. If a switch is on (<see cref="PoolSwitches"/>), this value makes every use take the slow path.
    /// So the fast path need not check the switches.
    /// </summary>
    private static int AtRest => PoolSwitches.IsLongWay ? LongWay : None;

    /// <summary>The slots of the calling thread; null if there are none yet.</summary>
    public static ThreadSlots? Current
    {
        [MethodImpl(MethodImplOptions.AggressiveInlining)]
        get => t_current;
    }

    /// <summary>Makes the calling thread's slots.</summary>
    [MethodImpl(MethodImplOptions.NoInlining)] // once for each thread
    public static ThreadSlots MakeCurrent() => t_current = new ThreadSlots(only: null);

    /// <summary>Takes an idle box. Returns null if the pool has none. Called by the owner.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? Take(int number, Depot depot)
    {
        object? box;
        Volatile.Write(ref _busy, true);
        PoolSlot[] slots; // read after the request, because a seizure replaces them

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
        PoolSlot[] slots; // read after the request, because a seizure replaces them

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

    /// <summary>Returns the owner's counts of a pool. Called by any thread.</summary>
    public PoolCounts ReadCounts(Depot depot)
    {
        var slots = Volatile.Read(ref _slots);
        var number = _only is null ? depot.Number : _only == depot ? 0 : Depot.NoNumber;
        return (uint)number < (uint)slots.Length ? slots[number].Counts : default;
    }

    /// <summary>Adds the owner's counts to the sums of the pools. Called by any thread.</summary>
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
            Volatile.Write(ref _busy, false); // no longer busy, because the table of IdleBoxes takes a lock that waits
            IdleBoxes.Taken(box);
        }

        return box;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PutSlowly(int number, Depot depot, object box)
    {
        if (PoolSwitches.IsLongWayChecked)
        {
            Volatile.Write(ref _busy, false); // not busy during the check, because the table of IdleBoxes takes a lock that waits
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

    /// <summary>Handles the request of the trimmer, if there is one.</summary>
    /// <returns>False if the slots are seized.</returns>
    private bool TryAnswer()
    {
        var request = Volatile.Read(ref _request);
        if (request is Asked or AskedForAll)
        {
            // If the trimmer seizes the slots meanwhile, it finds the owner busy and leaves the slots alone. So the owner may go on.
            TrimSlots(everything: request == AskedForAll);
            Interlocked.CompareExchange(ref _request, AtRest, request);
            return true;
        }

        return request == AtRest;
    }

    /// <summary>Returns the slot with a number. Enlarges the array if it is too short.</summary>
    private ref PoolSlot Grow(int number)
    {
        var slots = _slots;
        if (number >= slots.Length)
        {
            Array.Resize(ref slots, _only is null ? Math.Max(FirstLength, number + 1 + number / GrowthDivisor) : 1);
            Volatile.Write(ref _slots, slots); // a thread that reads the counts sees the old or the new slots
        }

        return ref slots[number];
    }

    /// <summary>
    /// Does the first step of a trim: sends a request to the owner, or seizes the slots. The slots are seized if everything is to be released, or if the owner
    /// has not handled an earlier request.
    /// </summary>
    /// <param name="everything">True to release all idle boxes at once; false to release only boxes that were not needed since the last trim.</param>
    /// <returns>True if the slots are seized.</returns>
    public bool Request(bool everything)
    {
#if !NETSTANDARD2_0
        // The read is volatile, because the owner may be using the slots. A thread without slots, for example after a seizure, has nothing to give up.
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
        // If an earlier trim failed between its steps, the request is still Seized. Then this trim ends that seizure.
        return Interlocked.CompareExchange(ref _request, Asked, AtRest) == Seized;
    }

    /// <summary>Does the last step of a trim, after the process-wide barrier: empties the slots if they are seized and the owner is not using them.</summary>
    /// <param name="everything">The same value as in the first step.</param>
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

    /// <summary>Removes all slots, and adds their counts to the pools. Called when the owner has ended, or while the slots are seized.</summary>
    /// <remarks>Called under the lock that also guards the reading of counts, so that no count is read twice.</remarks>
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

    /// <summary>
    /// Leaves boxes to the garbage collector. Called by the owner. Also called by other threads, after the owner has ended, or while the slots are seized.
    /// </summary>
    /// <param name="everything">True to release all boxes; false to release only boxes that were not needed since the last trim.</param>
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
