using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// Keeps one thread's idle boxes of one type, in two magazines: the magazine in use and a spare one. (One more box is in the thread's slot.) Exchanges
/// magazines with the shared <see cref="Depot"/>.
/// </summary>
/// <remarks>
/// <para>
/// The design comes from Bonwick and Adams, <i>Magazines and Vmem</i> (USENIX 2001), section 3. A thread works on its own two magazines. It exchanges a whole
/// magazine with the depot only if both of its magazines are empty or both are full. One magazine would not be enough. A thread that puts and takes boxes in
/// turn could find its only magazine full, then empty, then full again, and visit the depot each time.
/// </para>
/// <para>
/// <b>Bytes.</b> The sum of all pools' bytes (<see cref="PoolBytes"/>) contains the bytes of a number of boxes for each pair. This number is at least the
/// length of the magazine in use plus the number of boxes in the spare magazine. All threads share the sum, so writing it is slow. A pair writes the sum only
/// in a trim, when a take finds the magazine in use empty, or when a put finds it full. Other takes and puts never write the sum.
/// </para>
/// <para>
/// <b>The fewest boxes.</b> If a pair has always had at least n boxes since the last trim, the thread has not needed n of its boxes. The magazine in use
/// records its own lowest count (<see cref="Magazine.Lowest"/>), and the count of the spare magazine changes only in an exchange. So the pair adds these two
/// numbers only when the magazines are exchanged, and in a trim. Only the pair's owner touches these numbers: the thread, or the trimmer that has seized the
/// thread's slots (see <see cref="ThreadSlots"/>). So each use costs a comparison, but no interlocked operation or barrier.
/// </para>
/// </remarks>
/// <param name="depot">The depot with which magazines are exchanged.</param>
internal sealed class MagazinePair(Depot depot)
{
    private Magazine _loaded = new();

    /// <summary>The spare magazine, which is full or empty; null if the pair has none.</summary>
    private Magazine? _spare;

    /// <summary>
    /// The number of boxes that <see cref="PoolBytes"/> counts for this pair. It is at least the length of the magazine in use plus the number of boxes in the
    /// spare magazine.
    /// </summary>
    private int _counted;

    /// <summary>The fewest boxes that the pair had between the last trim and the last exchange of its magazines.</summary>
    private int _fewest;

    public bool IsEmpty => _loaded.IsEmpty && BoxesOfSpare == 0;

    private int BoxesOfSpare => _spare is { } spare ? spare.Count : 0;

    /// <summary>Takes an idle box from the magazine in use; null if that magazine is empty.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? TakeLoaded() => _loaded.Take();

    /// <summary>Puts an idle box, or leaves it to the garbage collector.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Put(object box)
    {
        if (!_loaded.TryPut(box))
        {
            PutToOthers(box);
        }
    }

    /// <summary>Leaves all boxes to the garbage collector. The pair is not used again.</summary>
    /// <returns>The number of boxes that were given up.</returns>
    public int Clear()
    {
        var boxes = _loaded.Clear() + (_spare is { } spare ? spare.Clear() : 0);
        CountOnly(0);
        return boxes;
    }

    /// <summary>Gives up all boxes that the pair has not needed since the last trim. The garbage collector takes these boxes.</summary>
    /// <returns>The number of boxes that were given up.</returns>
    public int Trim()
    {
        NoteFewest();
        var before = _loaded.Count + BoxesOfSpare;
        var unneeded = _fewest;
        if (_spare is { } spare && spare.Count <= unneeded)
        {
            // The empty magazine is not worth keeping, because it saves only one later allocation.
            unneeded -= spare.Clear();
            _spare = null;
        }

        _loaded.RemoveFirst(Math.Min(unneeded, _loaded.Count));
        _loaded.MarkLowest();
        _fewest = _loaded.Count + BoxesOfSpare;
        CountOnly(_loaded.Length + BoxesOfSpare);
        return before - _fewest;
    }

    /// <summary>Takes an idle box when the magazine in use is empty. Returns null if neither the spare magazine nor the depot has a box.</summary>
    public object? TakeFromOthers()
    {
        NoteFewest();
        if (_spare is not { IsEmpty: false })
        {
            if (depot.ExchangeForFull(_spare) is not { } full)
            {
                return null;
            }

            // The sum of all pools' bytes already contains the bytes of the full magazine's boxes. This pair has no other boxes.
            CountOnly(0);
            _counted = full.Count;
            _spare = full;
        }

        Exchange();
        return _loaded.Take();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PutToOthers(object box)
    {
        // Each step allocates before it changes the magazines, so the pair stays consistent if memory runs out.
        var capacity = depot.CapacityOfMagazines;
        if (_loaded.Length < capacity)
        {
            var length = _loaded.NextLength;
            if (!TryCount(length + BoxesOfSpare))
            {
                depot.CountDropped(1);
                return;
            }

            _loaded.EnsureLength(length);
            _loaded.TryPut(box);
            return;
        }

        NoteFewest();
        if (_spare is { IsEmpty: false } spare)
        {
            var boxes = spare.Count;
            _spare = depot.ExchangeForEmpty(spare);
            _counted -= boxes;
        }

        _spare ??= new Magazine();
        var room = Math.Max(_spare.Length, capacity); // a magazine that this thread has emptied may be larger
        if (!TryCount(_loaded.Count + room))
        {
            depot.CountDropped(1);
            return;
        }

        _spare.EnsureLength(room); // makes room for a whole magazine at once, because a thread that has filled one magazine fills the next
        Exchange();
        _loaded.TryPut(box);
    }

    private void Exchange()
    {
        (_loaded, _spare) = (_spare!, _loaded);
        _loaded.MarkLowest();
    }

    private void NoteFewest() => _fewest = Math.Min(_fewest, _loaded.Lowest + BoxesOfSpare);

    /// <summary>Raises the counted bytes to the bytes of this many boxes.</summary>
    /// <returns>False if the sum would exceed the bound; then nothing changes.</returns>
    private bool TryCount(int boxes)
    {
        if (boxes > _counted)
        {
            if (!depot.TryAddBytes(boxes - _counted))
            {
                return false;
            }

            _counted = boxes;
        }

        return true;
    }

    /// <summary>Lowers the counted bytes to the bytes of this many boxes.</summary>
    private void CountOnly(int boxes)
    {
        if (boxes < _counted)
        {
            depot.RemoveBytes(_counted - boxes);
            _counted = boxes;
        }
    }
}
