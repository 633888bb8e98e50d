using System.Buffers.Binary;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>Copies of objects as they were at one moment, by their addresses.</summary>
internal sealed class CopiedObjects
{
    private const int BlockSize = 1 << 20;

    private readonly Dictionary<ulong, Place> _places = [];
    private readonly List<byte[]> _blocks = [];
    private int _used = BlockSize;

    public int Count => _places.Count;

    /// <summary>
    /// The address of the object to which a ValueTask's source refers when the source has completed. 0 if the object was not found, or if no copied source
    /// needs the object, because a flag shows the completion of each source.
    /// </summary>
    public ulong CompletionMark { get; set; }

    public IEnumerable<ulong> Addresses => _places.Keys;

    public bool Contains(ulong address) => _places.ContainsKey(address);

    public void Add(ulong address, HeapType type, ReadOnlySpan<byte> bytes)
    {
        var block = _blocks.Count - 1;
        if (_used + bytes.Length > BlockSize)
        {
            _blocks.Add(new byte[BlockSize]);
            _used = 0;
            block++;
        }

        bytes.CopyTo(_blocks[block].AsSpan(_used));
        _places[address] = new(type, block, _used, bytes.Length);
        _used += bytes.Length;
    }

    /// <returns>The type; null if the object was not copied.</returns>
    public HeapType? TypeOf(ulong address) => _places.TryGetValue(address, out var place) ? place.Type : null;

    /// <summary>Returns the object's bytes, from its first word on; empty if the object was not copied.</summary>
    public ReadOnlySpan<byte> BytesOf(ulong address) => _places.TryGetValue(address, out var place) ? _blocks[place.Block].AsSpan(place.Start, place.Length) : default;

    /// <returns>The address in the field; 0 if the object was not copied, or does not have this field.</returns>
    public ulong Reference(ulong address, int offset) => (ulong)Int64(address, offset);

    /// <inheritdoc cref="Reference(ulong, int)"/>
    public ulong Reference(ulong address, string path) => TypeOf(address) is { } type ? Reference(address, type.Fields.OffsetOf(path)) : 0;

    public long Int64(ulong address, int offset)
    {
        var bytes = BytesOf(address);
        return offset > 0 && offset + 8 <= bytes.Length ? BinaryPrimitives.ReadInt64LittleEndian(bytes[offset..]) : 0;
    }

    public int Int32(ulong address, int offset)
    {
        var bytes = BytesOf(address);
        return offset > 0 && offset + 4 <= bytes.Length ? BinaryPrimitives.ReadInt32LittleEndian(bytes[offset..]) : 0;
    }

    public int? Int32(ulong address, string path) => TypeOf(address)?.Fields.OffsetOf(path) is > 0 and var offset ? Int32(address, offset) : null;

    public long? Int64(ulong address, string path) => TypeOf(address)?.Fields.OffsetOf(path) is > 0 and var offset ? Int64(address, offset) : null;

    /// <summary>Returns the elements of an array of references or of a list.</summary>
    public IEnumerable<ulong> Elements(ulong address)
    {
        if (TypeOf(address) is not { } type)
        {
            yield break;
        }

        if (type.IsArrayOfReferences)
        {
            for (var i = 0; i < Int32(address, 8); i++)
            {
                yield return Reference(address, 16 + (8 * i));
            }
        }
        else if (type.Is("System.Collections.Generic.List"))
        {
            var size = Int32(address, "_size") ?? 0;
            foreach (var element in Elements(Reference(address, "_items")).Take(size))
            {
                yield return element;
            }
        }
    }

    public string? Text(ulong address)
    {
        if (TypeOf(address) is not { IsString: true })
        {
            return null;
        }

        var bytes = BytesOf(address)[12..];
        return System.Text.Encoding.Unicode.GetString(bytes[..Math.Min(bytes.Length & ~1, 2 * Int32(address, 8))]);
    }

    private readonly record struct Place(HeapType Type, int Block, int Start, int Length);
}
