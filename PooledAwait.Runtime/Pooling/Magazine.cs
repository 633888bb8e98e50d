using System.Runtime.CompilerServices;

namespace PooledAwait.Runtime;

/// <summary>
/// A stack of idle boxes that moves between threads as a whole. It has one owner at a time: a thread's pair, or the depot.
/// </summary>
internal sealed class Magazine
{
    /// <summary>Enough that a thread visits the depot rarely, few enough that an idle thread holds little.</summary>
    public const int Capacity = 32;

    private const int FirstLength = 8;

    // An array of structs: storing into it needs no check of the element's type, as storing into an array of references does.
    private Entry[] _entries = [];

    /// <summary>The next one in the depot's stack.</summary>
    public Magazine? Next;

    public int Count { get; private set; }

    public bool IsEmpty => Count == 0;

    /// <summary>Takes the box that was put in last; null where there is none.</summary>
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
        var box = entries[last].Box;
        entries[last].Box = null;
        return box;
    }

    /// <returns>False where it is full.</returns>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public bool TryPut(object box)
    {
        var entries = _entries;
        var count = Count;
        if ((uint)count >= (uint)entries.Length)
        {
            if (count == Capacity)
            {
                return false;
            }

            entries = Grow();
        }

        entries[count].Box = box;
        Count = count + 1;
        return true;
    }

    [MethodImpl(MethodImplOptions.NoInlining)] // thrice in its life
    private Entry[] Grow()
    {
        Array.Resize(ref _entries, Math.Max(FirstLength, 2 * _entries.Length));
        return _entries;
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
