using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// A stack of idle boxes that moves between threads as a whole. It has one owner at a time: a thread's pair, or the depot.
/// </summary>
/// <remarks>
/// <b>How large it is.</b> If calls end on other threads than they began on, many threads fill their two magazines, while others find nothing in the depot and make boxes. Once the magazines are full,
/// no more boxes are made. But a trim that finds too many idle boxes takes all of them. So with each trim, as many boxes are made as the magazines of all threads hold. Therefore the magazines are
/// small. A visit to the depot costs more than a box only if many cores come at the same time. So the number of magazines that threads have filled since the last trim decides whether magazines get
/// large (<see cref="Depot.CapacityOfMagazines"/>). (Bonwick and Adams let contention decide, which a program cannot repeat.)
/// </remarks>
internal sealed class Magazine
{
    /// <summary>The capacity for as long as few magazines go to the depot. Many threads hold few boxes then, and the next thread that has none finds some there (<see cref="Depot.CapacityOfMagazines"/>).</summary>
    public const int SmallCapacity = 4;

    /// <summary>The largest capacity: large enough that a thread rarely visits the depot.</summary>
    public const int LargeCapacity = 32;

    // An array of structs: storing into it needs no check of the element's type, as storing into an array of references does.
    private Entry[] _entries = [];

    /// <summary>The next one in the depot's stack.</summary>
    public Magazine? Next;

    public int Count { get; private set; }

    /// <summary>The fewest boxes that were here at any time since <see cref="MarkLowest"/>. Nobody needed those. They are the first boxes here, because the box that is put last is taken first.</summary>
    public int Lowest { get; private set; }

    /// <summary>The number of boxes for which there is memory; the bytes of this many boxes are counted (<see cref="MagazinePair"/>).</summary>
    public int Length => _entries.Length;

    public bool IsEmpty => Count == 0;

    /// <summary>Takes the box that was put in last; null if there is none.</summary>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public object? Take()
    {
        var entries = _entries;
        var last = Count - 1;
        if ((uint)last >= (uint)entries.Length)
        {
            return null;
        }

        Count = last;
        if (last < Lowest)
        {
            Lowest = last;
        }

        var box = entries[last].Box;
        entries[last].Box = null;
        return box;
    }

    /// <returns>False if there is no memory for the box; <see cref="EnsureLength"/> makes some.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryPut(object box)
    {
        var entries = _entries;
        var count = Count;
        if ((uint)count >= (uint)entries.Length)
        {
            return false;
        }

        entries[count].Box = box;
        Count = count + 1;
        return true;
    }

    /// <summary>The next length, for a magazine that is full and may grow.</summary>
    public int NextLength => Math.Max(SmallCapacity, 2 * _entries.Length);

    /// <summary>Makes memory for this many boxes.</summary>
    public void EnsureLength(int length)
    {
        if (length > _entries.Length)
        {
            Array.Resize(ref _entries, length);
        }
    }

    /// <summary>From now on, <see cref="Lowest"/> is counted anew.</summary>
    public void MarkLowest() => Lowest = Count;

    /// <summary>Leaves this many of the boxes that were put first to the garbage collector.</summary>
    public void RemoveFirst(int boxes)
    {
        Array.Copy(_entries, boxes, _entries, 0, Count - boxes);
        Array.Clear(_entries, Count - boxes, boxes);
        Count -= boxes;
    }

    /// <summary>Leaves all boxes to the garbage collector.</summary>
    /// <returns>How many there were.</returns>
    public int Clear()
    {
        var count = Count;
        Array.Clear(_entries, 0, count);
        Count = 0;
        return count;
    }

    private struct Entry
    {
        public object? Box;
    }
}
