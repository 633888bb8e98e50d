using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// One thread's idle boxes of one type beyond the first: the magazine in use and a spare one before the shared <see cref="Depot"/>.
/// </summary>
/// <remarks>
/// The layout is that of Bonwick and Adams, <i>Magazines and Vmem</i> (USENIX 2001), section 3: a thread works on its own magazines
/// and exchanges a whole one with the depot only where both are empty or both are full. With two of them, a thread that takes and
/// puts at the border between empty and full does not visit the depot each time.
/// </remarks>
/// <param name="depot">Where whole magazines come from and go to.</param>
internal sealed class MagazinePair(Depot depot)
{
    private Magazine _loaded = new();

    /// <summary>Full, or empty, or not there yet.</summary>
    private Magazine? _spare;

    /// <summary>
    /// Whether the bytes of a full magazine are in the sum (<see cref="PoolBytes"/>) for this pair: always where the spare one is full, and from then on until the
    /// pair is cleared or the magazine goes to the depot, which takes its bytes along. All threads write that sum, so one at the border between empty and
    /// full does not write it each time either.
    /// </summary>
    private bool _hasBytes;

    /// <summary>Whether at some time since the last trim there was no full magazine here besides the one in use: so none is too many.</summary>
    private bool _hadNoOther = true;

    /// <summary>Takes an idle box from the magazine in use; null where that is empty.</summary>
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
    /// <returns>How many there were.</returns>
    public int Clear()
    {
        var boxes = _loaded.Clear();
        if (_spare is { IsEmpty: false } spare)
        {
            boxes += spare.Clear();
        }

        RemoveBytes();
        return boxes;
    }

    /// <summary>Leaves the boxes of the spare magazine to the garbage collector, where the thread had them all the time since this was called last.</summary>
    /// <returns>How many there were.</returns>
    public int TrimSpare()
    {
        var boxes = 0;
        if (!_hadNoOther && _spare is { } spare)
        {
            boxes = spare.Clear();
            _spare = null;
            RemoveBytes();
        }

        _hadNoOther = _spare is not { IsEmpty: false };
        return boxes;
    }

    /// <summary>Takes an idle box where the magazine in use is empty; null where there is none, here or in the depot.</summary>
    public object? TakeFromOthers()
    {
        _hadNoOther = true;
        if (_spare is not { IsEmpty: false })
        {
            if (depot.ExchangeForFull(_spare) is not { } full)
            {
                return null;
            }

            RemoveBytes();
            _spare = full;
            _hasBytes = true;
        }

        (_loaded, _spare) = (_spare, _loaded);
        return _loaded.Take();
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    private void PutToOthers(object box)
    {
        // What may run out of memory comes before anything is changed.
        if (_spare is { IsEmpty: false } spare)
        {
            _spare = depot.ExchangeForEmpty(spare);
            _hasBytes = false;
        }

        else
        {
            _hadNoOther = true;
        }

        _spare ??= new Magazine();
        if (_hasBytes || depot.TryAddBytes())
        {
            _hasBytes = true;
            (_loaded, _spare) = (_spare, _loaded);
        }
        else
        {
            depot.CountDropped(_loaded.Clear());
        }

        _loaded.TryPut(box);
    }

    private void RemoveBytes()
    {
        if (_hasBytes)
        {
            _hasBytes = false;
            depot.RemoveBytes(magazines: 1);
        }
    }
}
