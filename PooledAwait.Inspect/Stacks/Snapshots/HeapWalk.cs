using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>Walks a heap from object to object, in large reads. Copies the objects that hold calls or describe them.</summary>
/// <param name="reader">The memory.</param>
/// <param name="types">The types.</param>
/// <param name="objects">The copies so far. This class adds more.</param>
internal sealed class HeapWalk(IDataReader reader, HeapTypes types, CopiedObjects objects)
{
    private const int MinimumObject = 24;

    private readonly byte[] _buffer = new byte[4 << 20];
    private readonly Dictionary<ulong, ulong> _allocating = [];
    private ulong _start;
    private int _length;

    /// <summary>The number of bytes of heap that were walked.</summary>
    public long Bytes { get; private set; }

    /// <returns>
    /// False if there is no heap, or if the walk of a segment did not end exactly at the segment's end. In the second case, the process was stopped while it
    /// moved or made an object.
    /// </returns>
    public bool TryCopy(ClrHeap heap)
    {
        if (heap.Segments.IsEmpty)
        {
            return false;
        }

        foreach (var context in heap.EnumerateAllocationContexts())
        {
            _allocating[context.Start] = context.End;
        }

        // Skips large and pinned objects, which are arrays or strings, and frozen objects, which are never calls.
        return heap.Segments.Where(segment => segment.Kind is not (GCSegmentKind.Large or GCSegmentKind.Pinned or GCSegmentKind.Frozen)).All(TryCopy);
    }

    private bool TryCopy(ClrSegment segment)
    {
        var (address, end) = (segment.Start, segment.End);
        Bytes += (long)segment.Length;
        while (address < end)
        {
            if (_allocating.TryGetValue(address, out var limit))
            {
                address = limit + MinimumObject;
                continue;
            }

            if (!TryRead(address, Math.Min(16, end - address), end, out var head) || types.Of(MemoryMarshal.Read<ulong>(head) & ~7UL) is not { } type)
            {
                return false;
            }

            var size = type.SizeOf(type.ComponentSize == 0 ? 0 : MemoryMarshal.Read<uint>(head[8..]));
            if (size < MinimumObject || size > end - address)
            {
                return false;
            }

            if (type.Kind != ObjectKind.Other && (!TryRead(address, size, end, out var bytes) || !TryAdd(address, type, bytes[..(int)size])))
            {
                return false;
            }

            address += size;
        }

        return address == end;
    }

    private bool TryAdd(ulong address, HeapType type, ReadOnlySpan<byte> bytes)
    {
        if (type.Kind is ObjectKind.Task or ObjectKind.DefaultBox)
        {
            var flags = type.Fields.OffsetOf("m_stateFlags");
            if (flags < 0 || (MemoryMarshal.Read<int>(bytes[flags..]) & TaskFlags.Completed) != 0)
            {
                return flags > 0; // no call waits for a completed task; if a call leads to such a task, the task is copied later
            }
        }

        if (type.Kind == ObjectKind.RuntimeAsync && type.Fields.OffsetOf(ResumePoints.InfoField) > 0)
        {
            return true; // most continuations on the heap are garbage; the others are copied later, because a task leads to them
        }

        objects.Add(address, type, bytes);
        return true;
    }

    /// <summary>Reads at least <paramref name="size"/> bytes from an address on. Returns false if they cannot be read.</summary>
    private bool TryRead(ulong address, ulong size, ulong end, out ReadOnlySpan<byte> bytes)
    {
        var used = address - _start;
        if (address < _start || used + size > (ulong)_length)
        {
            var wanted = (int)Math.Min((ulong)_buffer.Length, end - address);
            _length = reader.Read(address, _buffer.AsSpan(0, wanted));
            (_start, used) = (address, 0);
        }

        bytes = _buffer.AsSpan((int)used, _length - (int)used);
        return (ulong)bytes.Length >= size;
    }
}
