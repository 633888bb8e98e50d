using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>Copies the objects to which calls and tasks lead, before the process continues.</summary>
/// <param name="reader">The memory.</param>
/// <param name="types">The types.</param>
/// <param name="objects">The copies so far. This class adds more.</param>
/// <param name="withFields">Whether to copy the objects to which parameters and locals refer, to print them.</param>
internal sealed class Followed(IDataReader reader, HeapTypes types, CopiedObjects objects, bool withFields)
{
    /// <summary>
    /// The largest number of bytes to copy from one object, for example from a long array. From a string, only <see cref="MostText"/> bytes are copied.
    /// </summary>
    private const int LargestObject = 1 << 16;

    private const int MostText = 400;

    private readonly byte[] _buffer = new byte[LargestObject];
    private readonly Queue<ulong> _open = new();

    public void Copy()
    {
        foreach (var address in objects.Addresses)
        {
            _open.Enqueue(address);
        }

        CopyOpen();
    }

    /// <summary>Copies the objects at these addresses, even if no copied object leads to them. Then copies all objects to which these objects lead.</summary>
    public void Copy(IEnumerable<ulong> addresses)
    {
        foreach (var address in addresses)
        {
            Visit(address);
        }

        CopyOpen();
    }

    /// <summary>
    /// Copies the <c>this</c> of each method that the runtime itself has suspended. Fields of <c>this</c> may refer to the semaphores that the method enters.
    /// </summary>
    public void CopyOwners(IReadOnlyDictionary<ulong, ResumePoint> points)
    {
        foreach (var continuation in objects.Addresses.Where(address => objects.TypeOf(address)!.Kind == ObjectKind.RuntimeAsync).ToList())
        {
            if (points.TryGetValue(objects.Reference(continuation, ResumePoints.InfoField), out var point))
            {
                var declaring = TypeName.Definition(point.Type);
                foreach (var offset in objects.TypeOf(continuation)!.References)
                {
                    Visit(objects.Reference(continuation, offset), type => type.Is(declaring));
                }
            }
        }

        CopyOpen();
    }

    private void CopyOpen()
    {
        while (_open.TryDequeue(out var address))
        {
            var type = objects.TypeOf(address)!;
            if (type.IsArrayOfReferences)
            {
                foreach (var element in objects.Elements(address).ToList())
                {
                    Visit(element);
                }

                continue;
            }

            if (type.Ancestry.Count == 0)
            {
                continue;
            }

            foreach (var offset in type.Followed)
            {
                Visit(objects.Reference(address, offset));
            }

            if (withFields && type.Kind is ObjectKind.PooledBox or ObjectKind.DefaultBox or ObjectKind.BaseLibraryPooledBox or ObjectKind.Machine)
            {
                foreach (var field in type.Fields.All.Where(field => field.IsReference))
                {
                    Visit(objects.Reference(address, field.Offset));
                }
            }
        }
    }

    private void Visit(ulong address, Func<HeapType, bool>? isWanted = null)
    {
        if (address == 0 || objects.Contains(address) || reader.Read(address, _buffer.AsSpan(0, 16)) < 16 || types.Of(MemoryMarshal.Read<ulong>(_buffer) & ~7UL) is not { } type || isWanted?.Invoke(type) == false)
        {
            return;
        }

        var size = (int)Math.Min(type.SizeOf(type.ComponentSize == 0 ? 0 : MemoryMarshal.Read<uint>(_buffer.AsSpan(8))), (ulong)(type.IsString ? MostText : LargestObject));
        if (reader.Read(address, _buffer.AsSpan(0, size)) == size)
        {
            objects.Add(address, type, _buffer.AsSpan(0, size));
            _open.Enqueue(address);
        }
    }
}
