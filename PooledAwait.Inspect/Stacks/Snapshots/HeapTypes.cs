using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The types of a process, by what the first word of an object says. Asked while the process is stopped; what was found out holds for the next stop too.</summary>
/// <remarks>What the library answers in one stop (<see cref="ClrType"/>, <see cref="ClrModule"/>) leads to freed memory after it is flushed for the next, so none of that is kept here: fields that were not asked for are asked of the heap of the stop in which they are.</remarks>
internal sealed class HeapTypes
{
    private readonly Dictionary<ulong, HeapType?> _known = [];
    private readonly LoadedModules _modules = new();
    private ulong _last;
    private HeapType? _lastType;

    /// <summary>The heap as it is read in this stop; null while the process runs.</summary>
    public ClrHeap? Heap { get; set; }

    private ClrHeap Stopped => Heap ?? throw new InvalidOperationException("A type was asked for while the process runs.");

    /// <returns>Null where there is no such type: what was read is no object.</returns>
    public HeapType? Of(ulong methodTable)
    {
        // Objects of one type often lie side by side.
        if (methodTable == _last)
        {
            return _lastType;
        }

        if (!_known.TryGetValue(methodTable, out var type))
        {
            type = Stopped.GetTypeByMethodTable(methodTable) is { } found ? Describe(found) : null;
            if (type == null)
            {
                return null; // perhaps it was read in the middle of a write, and is one the next time
            }

            _known.Add(methodTable, type);
        }

        (_last, _lastType) = (methodTable, type);
        return type;
    }

    private HeapType Describe(ClrType type)
    {
        // What has no fields is none of those that are looked for, whatever its name.
        if (type.IsFree || type.IsString || type.IsArray)
        {
            return new HeapType(type, type.Name ?? "?", [], _modules, new(TypeFields.None));
        }

        var name = type.Name ?? "?";
        IReadOnlyList<string> inherited = type.BaseType is { } above ? Of(above.MethodTable)?.Ancestry ?? [] : [];
        var methodTable = type.MethodTable;
        return new HeapType(type, name, [TypeName.Definition(name), .. inherited], _modules, new(() => FieldsOf(methodTable)));
    }

    private TypeFields FieldsOf(ulong methodTable) =>
        new(Stopped.GetTypeByMethodTable(methodTable) ?? throw new InvalidOperationException($"The type at 0x{methodTable:x} has been unloaded."), _modules);
}
