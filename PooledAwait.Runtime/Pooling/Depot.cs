namespace PooledAwait.Runtime;

/// <summary>
/// Shares the idle boxes of one type between threads, in full magazines. (A magazine is a small array of idle boxes.) The number of boxes is bounded.
/// <see cref="PoolTrimmer"/> releases boxes that are not needed.
/// </summary>
/// <remarks>
/// A thread visits the depot only once for a whole magazine of boxes, so a simple lock costs less than a clever algorithm. The lock is a spin lock. The remarks
/// of <see cref="ThreadSlots"/> give the reason (<i>Re-entrancy</i>). Code under the lock only moves a few references, and calls no other code. That code is
/// always in a <c>finally</c> block, because .NET Framework does not abort a thread there. So the lock is always released, and the counts are right.
/// </remarks>
internal sealed class Depot
{
    /// <summary>The <see cref="Number"/> of a pool whose type can be unloaded.</summary>
    public const int NoNumber = -1;

    /// <summary>
    /// If threads have brought this many full magazines since the last trim, magazines may grow large. <see cref="Magazine"/> gives the reason.
    /// </summary>
    /// <remarks>Between two trims, threads bring at most about this many small magazines. All these visits together take some milliseconds.</remarks>
    private const int ManyFilled = 8_192;

    /// <summary>
    /// If the depot has at least this many boxes, magazines may also grow large, because no thread will soon find such a depot empty. Small magazines would
    /// take a tenth more memory for the same boxes.
    /// </summary>
    private const int ManyBoxes = 1_024;

    private static readonly object s_numbering = new();

    private static Depot?[] s_numbered = [];
    private static int s_numbers;

    private readonly int _maximumBoxes;
    private readonly int _bytesOfBox;

    private SpinLock _lock = new(enableThreadOwnerTracking: false);
    private Magazine? _full;
    private Magazine? _empty;
    private int _boxes;

    /// <summary>The number of full magazines that threads have brought since the last trim.</summary>
    private int _filled;

    /// <summary>The lowest number of boxes in the depot since the last trim. That many boxes were never needed.</summary>
    private int _unneededBoxes;

    /// <summary>
    /// The highest number of boxes in the depot since the last trim. The difference between the highest and the lowest number estimates how many boxes were in
    /// flight at once: rented, and not yet returned.
    /// </summary>
    private int _mostBoxes;

    /// <summary>The counts of the pool at its last trim. The lock of <see cref="PoolTrimmer"/> guards this field and <see cref="_inFlight"/>.</summary>
    private PoolCounts _sum;

    private PeakInFlight _inFlight;

    // Counts of rare events, written by any thread.
    private long _rentedElsewhere;
    private long _returnedElsewhere;
    private long _created;
    private long _dropped;
    private long _trimmed;

#if NET8_0_OR_GREATER
    /// <summary>The counts at the last call of <see cref="ReadNew"/>. The lock of <see cref="PoolSums"/> guards this field.</summary>
    private PoolCounts _readCounts;

    private string? _userName;
#endif

    private Depot(Type user, int bytesOfBox, bool hasNumber)
    {
        User = user;
        _maximumBoxes = PoolLimits.MaximumBoxesPerType;
        _bytesOfBox = bytesOfBox;
        Number = hasNumber ? NextNumber(this) : NoNumber;
        if (hasNumber)
        {
            GC.SuppressFinalize(this);
        }
    }

    /// <summary>Subtracts the bytes of the depot's boxes from the sum of all pools. Runs after the pool's type was unloaded.</summary>
    ~Depot() => RemoveBytes(_boxes);

    /// <summary>The number by which threads find their slot; <see cref="NoNumber"/> if they have separate slots for this pool.</summary>
    public int Number { get; }

    /// <summary>
    /// The counts of threads that have ended, and of slots that a trim has seized (<see cref="ThreadSlots"/>). The lock of <see cref="AllThreads"/> guards
    /// these counts.
    /// </summary>
    public PoolCounts EndedCounts { get; private set; }

    /// <summary>The number of boxes in the depot. Any thread may read this property.</summary>
    public int Boxes => Volatile.Read(ref _boxes);

    /// <summary>The bytes of all idle boxes of the pool at its last trim.</summary>
    public long IdleBytes => _sum.Idle * _bytesOfBox;

    /// <summary>The bytes that the pool's idle boxes may take. They are twice the bytes of the pool's peak (<see cref="PeakInFlight"/>).</summary>
    public long AllowedBytes => 2 * _inFlight.Most * _bytesOfBox;

    /// <summary>True if each thread gives up all idle boxes of this pool at the thread's next trim.</summary>
    /// <remarks>
    /// The trimmer writes this property before it sends the threads a request to trim. The request is a compare-and-swap or a volatile write, which also
    /// publishes this property. A thread reads the request before it reads this property. A thread that still handles the request of an earlier trim may see
    /// the value of either trim. Both values are correct.
    /// </remarks>
    public bool HasExcess { get; set; }

    /// <summary>The capacity up to which threads let their magazines grow.</summary>
    /// <remarks>
    /// Written under the depot's lock, and read without the lock. A thread that reads an old value makes one magazine of another size. This is harmless,
    /// because each magazine records its own length.
    /// </remarks>
    public int CapacityOfMagazines { get; private set; } = Magazine.SmallCapacity;

    /// <summary>True if the depot probably has a full magazine. The property is read without the lock.</summary>
    public bool HasFull => Volatile.Read(ref _full) is not null;

    /// <summary>The user of these boxes: the type of the state machines, or the class that makes the promises.</summary>
    public Type User { get; }

#if NET8_0_OR_GREATER
    /// <summary>The name of the method or the class, as the source names it.</summary>
    public string UserName => _userName ??= AsyncMethodName.Of(User);
#endif

    /// <summary>Makes the depot of one type. The depot is trimmed for as long as the type is loaded.</summary>
    /// <param name="user">The user of the boxes.</param>
    /// <param name="bytesOfBox">The approximate memory of one box.</param>
    /// <param name="hasNumber">False if the type can be unloaded.</param>
    public static Depot Create(Type user, int bytesOfBox, bool hasNumber)
    {
        var depot = new Depot(user, bytesOfBox, hasNumber);
        PoolTrimmer.Register(depot);
        return depot;
    }

    /// <summary>Returns the depot with the given number; null if that depot has not been made yet.</summary>
    public static Depot? WithNumber(int number)
    {
        var numbered = Volatile.Read(ref s_numbered);
        return number < numbered.Length ? numbered[number] : null;
    }

    private static int NextNumber(Depot depot)
    {
        var isTaken = false;
        try
        {
            UninterruptedLock.Enter(s_numbering, ref isTaken);
            if (s_numbers == s_numbered.Length)
            {
                var numbered = s_numbered;
                Array.Resize(ref numbered, Math.Max(16, 2 * s_numbers));
                Volatile.Write(ref s_numbered, numbered);
            }

            s_numbered[s_numbers] = depot;
            return s_numbers++;
        }
        finally
        {
            UninterruptedLock.Exit(s_numbering, isTaken);
        }
    }

    /// <summary>Counts a call that makes a box because the slots of its thread are seized.</summary>
    public void CountRentedElsewhere()
    {
        Interlocked.Add(ref _rentedElsewhere, 1);
        CountCreated();
    }

    /// <summary>Counts a returned box that no slot takes: the slots of the returning thread are seized, or the box must not be used again.</summary>
    public void CountReturnedElsewhere()
    {
        Interlocked.Add(ref _returnedElsewhere, 1);
        CountDropped(1);
    }

    /// <summary>Counts a box that the caller makes.</summary>
    public void CountCreated() => Interlocked.Add(ref _created, 1);

    /// <summary>Counts boxes that were returned and are left to the garbage collector.</summary>
    public void CountDropped(int boxes) => Interlocked.Add(ref _dropped, boxes);

    /// <summary>Counts idle boxes that are left to the garbage collector.</summary>
    public void CountTrimmed(int boxes) => Interlocked.Add(ref _trimmed, boxes);

    /// <summary>Adds the counts of a thread that has ended, or whose slots were seized. Called under the lock of <see cref="AllThreads"/>.</summary>
    public void AddEnded(PoolCounts counts) => EndedCounts += counts;

    /// <summary>Adds the bytes of boxes to the sum of all pools.</summary>
    /// <returns>False if the sum would exceed the bound.</returns>
    public bool TryAddBytes(int boxes) => PoolBytes.TryAdd((long)boxes * _bytesOfBox);

    /// <summary>Subtracts the bytes of boxes from the sum of all pools.</summary>
    public void RemoveBytes(int boxes) => PoolBytes.Remove((long)boxes * _bytesOfBox);

    /// <summary>Begins to sum the counts of the threads. Called under the lock of <see cref="AllThreads"/>, like <see cref="AddToSum"/>.</summary>
    public void BeginSum() => _sum = ReadCounts(EndedCounts);

    /// <summary>Adds the counts of one thread.</summary>
    public void AddToSum(PoolCounts counts) => _sum += counts;

    /// <summary>
    /// Records the larger of two numbers: the boxes in flight now, and the depot's estimate of the boxes that were in flight at once since the last trim.
    /// </summary>
    /// <param name="isNewWindow">True if a new window of time begins. Then only the new window and the window that has just ended count.</param>
    public void EndSum(bool isNewWindow) => _inFlight.Add(Math.Max(_sum.Rented - _sum.Returned, _mostBoxes - _unneededBoxes), isNewWindow);

    /// <summary>Reads all counts so far. The counts are exact if no thread rents or returns boxes meanwhile.</summary>
    public PoolCounts ReadCounts() => ReadCounts(AllThreads.ReadCounts([this])[0]);

    /// <param name="ofThreads">The counts of the threads.</param>
    private PoolCounts ReadCounts(PoolCounts ofThreads) =>
        ofThreads + new PoolCounts(
            Volatile.Read(ref _rentedElsewhere),
            Volatile.Read(ref _returnedElsewhere),
            Volatile.Read(ref _created),
            Volatile.Read(ref _dropped),
            Volatile.Read(ref _trimmed));

#if NET8_0_OR_GREATER
    /// <summary>
    /// Reads the counts since the last call of this method, and the boxes that are idle now. There is only one <see cref="PoolSums"/> object, and only that
    /// object calls this method.
    /// </summary>
    /// <param name="ofThreads">The counts of the threads.</param>
    public PoolSum ReadNew(PoolCounts ofThreads)
    {
        var counts = ReadCounts(ofThreads);
        var added = counts - _readCounts;
        _readCounts = counts;
        return new PoolSum(added, counts.Idle, Math.Max(0, counts.Idle - Boxes), counts.Idle * _bytesOfBox);
    }
#endif

    /// <summary>Exchanges an empty magazine for a full one. If the depot has no full magazine, returns null, and the caller keeps the empty magazine.</summary>
    /// <param name="empty">The empty magazine; null if the caller has none.</param>
    public Magazine? ExchangeForFull(Magazine? empty)
    {
        if (!HasFull)
        {
            return null;
        }

        Magazine? full;
        try
        {
        }
        finally
        {
            Enter();
            full = _full;
            if (full is not null)
            {
                _full = full.Next;
                full.Next = null;
                _boxes -= full.Count;
                _unneededBoxes = Math.Min(_unneededBoxes, _boxes);

                // A large empty magazine from a busier time is not kept. The thread that gets it later would fill it, and so keep many boxes.
                if (empty is not null && empty.Length <= CapacityOfMagazines)
                {
                    empty.Next = _empty;
                    _empty = empty;
                }
            }

            _lock.Exit(useMemoryBarrier: false);
        }

        return full;
    }

    /// <summary>
    /// Exchanges a full magazine for an empty one. If the depot is at its bound, empties the full magazine, and leaves its boxes to the garbage collector.
    /// </summary>
    public Magazine ExchangeForEmpty(Magazine full)
    {
        Magazine? made = null;
        while (true)
        {
            Magazine? empty = null;
            bool accepted;
            try
            {
            }
            finally
            {
                Enter();
                if (made is null && (++_filled == ManyFilled || _boxes >= ManyBoxes))
                {
                    CapacityOfMagazines = Magazine.LargeCapacity;
                }

                accepted = _boxes + full.Count <= _maximumBoxes;
                if (accepted)
                {
                    empty = _empty ?? made;
                    if (empty is not null)
                    {
                        full.Next = _full;
                        _full = full;
                        _boxes += full.Count;
                        _mostBoxes = Math.Max(_mostBoxes, _boxes);
                        if (empty == _empty)
                        {
                            _empty = empty.Next;
                            empty.Next = null;
                        }
                    }
                }

                _lock.Exit(useMemoryBarrier: false);
            }

            if (!accepted)
            {
                var dropped = full.Clear();
                RemoveBytes(dropped);
                CountDropped(dropped);
                return full;
            }

            if (empty is not null)
            {
                return empty;
            }

            // The new magazine is made before the full magazine is given away. So if memory runs out here, the full magazine still belongs to the caller alone.
            made = new Magazine();
        }
    }

    /// <summary>Leaves boxes of the depot to the garbage collector.</summary>
    /// <param name="everything">True to release all boxes; false to release only boxes that no thread has needed since the last trim.</param>
    public void Trim(bool everything)
    {
        int trimmed;
        try
        {
        }
        finally
        {
            Enter();
            var before = _boxes;
            var surplus = everything ? _boxes : _unneededBoxes;
            while (_full is { } magazine && magazine.Count <= surplus)
            {
                _full = magazine.Next;
                surplus -= magazine.Count;
                _boxes -= magazine.Count;
            }

            // Empty magazines are not worth keeping, because each one saves only one later allocation.
            _empty = null;
            trimmed = before - _boxes;
            _unneededBoxes = _mostBoxes = _boxes;
            _filled = 0;
            CapacityOfMagazines = Magazine.SmallCapacity;
            _lock.Exit(useMemoryBarrier: false);
        }

        RemoveBytes(trimmed);
        CountTrimmed(trimmed);
    }

    /// <summary>
    /// Takes the lock. During a long wait, the thread sleeps between its attempts. If the program interrupts the thread during that sleep, the interrupt is
    /// meant for a wait of the program's own code. So the wait for the lock goes on, and the interrupt is kept for the thread's next wait.
    /// </summary>
    private void Enter()
    {
        var taken = false;
        var isInterrupted = false;
        while (!taken)
        {
            try
            {
                _lock.Enter(ref taken);
            }
            catch (ThreadInterruptedException)
            {
                isInterrupted = true;
            }
        }

        if (isInterrupted)
        {
            Thread.CurrentThread.Interrupt();
        }
    }
}
