using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// A stack of idle boxes that moves between threads as a whole. At any time, its owner is the <see cref="MagazinePair"/> of one thread, or the shared
/// <see cref="Depot"/>.
/// </summary>
/// <remarks>
/// <b>Capacity.</b> Calls may end on other threads than they began on. Then many threads fill their two magazines, while other threads find nothing in the
/// depot and make boxes. The threads that find nothing stop making boxes only when all magazines are full. A trim that finds too many idle boxes takes all of
/// them, and afterwards new boxes fill all magazines again. To keep the number of these new boxes low, magazines are small at first. But if many cores visit
/// the depot at the same time, a visit costs more than making a box. So magazines grow large if threads have filled many magazines since the last trim
/// (<see cref="Depot.CapacityOfMagazines"/>). In the design of Bonwick and Adams (see <see cref="MagazinePair"/>), magazines grow if contention is measured.
/// The growth of our magazines does not depend on contention, because contention varies between runs of the same program.
/// </remarks>
internal sealed class Magazine
{
    /// <summary>
    /// The capacity while few magazines go to the depot (<see cref="Depot.CapacityOfMagazines"/>). With this capacity, each thread holds only few boxes, so
    /// that other threads find boxes in the depot.
    /// </summary>
    public const int SmallCapacity = 4;

    /// <summary>The largest capacity, with which a thread rarely visits the depot.</summary>
    public const int LargeCapacity = 32;

    // The elements are structs, because each store into an array of references would check the element's type.
    private Entry[] _entries = [];

    /// <summary>The next magazine in the depot's stack.</summary>
    public Magazine? Next;

    public int Count { get; private set; }

    /// <summary>
    /// The lowest count since <see cref="MarkLowest"/>. That many boxes at the bottom were not needed, because the box that was put in last is taken out first.
    /// </summary>
    public int Lowest { get; private set; }

    /// <summary>
    /// The number of boxes for which there is room. While a pair takes and puts boxes here, <see cref="PoolBytes"/> counts the bytes of at least this many
    /// boxes (<see cref="MagazinePair"/>).
    /// </summary>
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

    /// <returns>False if there is no room for the box; <see cref="EnsureLength"/> makes room.</returns>
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

    /// <summary>Makes room for this many boxes.</summary>
    public void EnsureLength(int length)
    {
        if (length > _entries.Length)
        {
            Array.Resize(ref _entries, length);
        }
    }

    /// <summary>Restarts <see cref="Lowest"/> from the current count.</summary>
    public void MarkLowest() => Lowest = Count;

    /// <summary>Leaves this many boxes at the bottom to the garbage collector.</summary>
    public void RemoveFirst(int boxes)
    {
        Array.Copy(_entries, boxes, _entries, 0, Count - boxes);
        Array.Clear(_entries, Count - boxes, boxes);
        Count -= boxes;
    }

    /// <summary>Leaves all boxes to the garbage collector.</summary>
    /// <returns>The number of boxes that were in the magazine.</returns>
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
