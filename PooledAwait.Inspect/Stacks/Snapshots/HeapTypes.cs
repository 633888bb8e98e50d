using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>
/// Finds an object's type by the method table to which the object's first word points. Use this class only while the process is stopped. It keeps the types for
/// the next stop.
/// </summary>
/// <remarks>
/// Once ClrMD is flushed for the next stop, its objects of this stop (<see cref="ClrType"/>, <see cref="ClrModule"/>) lead to freed memory. So this class keeps
/// none of these objects. It reads a type's fields in the stop in which they are first needed.
/// </remarks>
internal sealed class HeapTypes
{
    private readonly Dictionary<ulong, HeapType?> _known = [];
    private ulong _last;
    private HeapType? _lastType;

    /// <summary>The heap in this stop; null while the process runs.</summary>
    public ClrHeap? Heap { get; set; }

    /// <summary>The known assemblies.</summary>
    public LoadedModules Modules { get; } = new();

    /// <summary>The known places at which methods resume.</summary>
    public ResumePoints ResumePoints { get; } = new();

    private ClrHeap Stopped => Heap ?? throw new InvalidOperationException("A type was asked for while the process runs.");

    /// <returns>The type; null if <paramref name="methodTable"/> is not the address of a method table.</returns>
    public HeapType? Of(ulong methodTable)
    {
        // Objects of one type are often next to each other.
        if (methodTable == _last)
        {
            return _lastType;
        }

        if (!_known.TryGetValue(methodTable, out var type))
        {
            type = Stopped.GetTypeByMethodTable(methodTable) is { } found ? Describe(found) : null;
            if (type == null)
            {
                return null; // not kept: at the next stop, the same value may be a type's method table
            }

            _known.Add(methodTable, type);
        }

        (_last, _lastType) = (methodTable, type);
        return type;
    }

    private HeapType Describe(ClrType type)
    {
        // Free memory, strings and arrays have no fields, and their base types do not matter.
        if (type.IsFree || type.IsString || type.IsArray)
        {
            return new HeapType(type, type.Name ?? "?", [], Modules, new(TypeFields.None));
        }

        var name = type.Name ?? "?";
        IReadOnlyList<string> inherited = type.BaseType is { } above ? Of(above.MethodTable)?.Ancestry ?? [] : [];
        var methodTable = type.MethodTable;
        return new HeapType(type, name, [TypeName.Definition(name), .. inherited], Modules, new(() => FieldsOf(methodTable)));
    }

    private TypeFields FieldsOf(ulong methodTable) =>
        new(Stopped.GetTypeByMethodTable(methodTable) ?? throw new InvalidOperationException($"The type at 0x{methodTable:x} has been unloaded."), Modules);
}
