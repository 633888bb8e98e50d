namespace PooledAwait.Runtime;

/// <summary>
/// A stack of idle boxes that moves between threads as a whole. It has one owner at a time: a thread's cache, or the depot.
/// </summary>
internal sealed class Magazine
{
    /// <summary>Enough that a thread visits the depot rarely, few enough that an idle thread holds little.</summary>
    public const int Capacity = 32;

    // An array of structs: storing into it needs no check of the element's type, as storing into an array of references does.
    private readonly Slot[] _slots = new Slot[Capacity];

    /// <summary>The next one in the depot's stack.</summary>
    public Magazine? Next;

    public int Count { get; private set; }

    public bool IsEmpty => Count == 0;

    /// <summary>Takes the box that was put in last; null where there is none.</summary>
    public object? Take()
    {
        var slots = _slots;
        var last = Count - 1;
        if ((uint)last >= (uint)slots.Length)
        {
            return null;
        }

        Count = last;
        var box = slots[last].Box;
        slots[last].Box = null;
        return box;
    }

    /// <returns>False where it is full.</returns>
    public bool TryPut(object box)
    {
        var slots = _slots;
        var count = Count;
        if ((uint)count >= (uint)slots.Length)
        {
            return false;
        }

        slots[count].Box = box;
        Count = count + 1;
        return true;
    }

    /// <summary>Leaves all boxes to the garbage collector.</summary>
    /// <returns>How many there were.</returns>
    public int Clear()
    {
        var count = Count;
        Array.Clear(_slots, 0, count);
        Count = 0;
        return count;
    }

    private struct Slot
    {
        public object? Box;
    }
}
