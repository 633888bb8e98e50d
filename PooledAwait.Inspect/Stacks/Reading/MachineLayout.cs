using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>Where the parts of a state machine lie in an object: in its box, or in one of its own where it is a class.</summary>
internal sealed class MachineLayout
{
    private readonly Dictionary<string, int> _awaited;

    private MachineLayout(MachineType type, MachineNames names, TypeFields fields, string prefix)
    {
        (Type, Names, Prefix) = (type, names, prefix);
        StateOffset = fields.OffsetOf(prefix + names.State);
        BuilderReferences =
            [.. fields.Under(prefix + names.Builder).Where(field => field.IsReference).Select(field => (field.Path[(prefix.Length + names.Builder.Length)..].TrimStart('.'), field.Offset))];
        _awaited = fields.All.Where(field => field.IsReference && field.Path.StartsWith(prefix + names.Awaiter, StringComparison.Ordinal))
            .GroupBy(field => field.Path[prefix.Length..].Split('.')[0], StringComparer.Ordinal)
            .ToDictionary(field => field.Key, field => field.Min(part => part.Offset), StringComparer.Ordinal);
        Locals = [.. fields.All.Where(field => field.Path.StartsWith(prefix, StringComparison.Ordinal) && names.SourceOf(field.Path[prefix.Length..].Split('.')[0]) != null)];
    }

    public MachineType Type { get; }

    /// <summary>How its fields are named.</summary>
    public MachineNames Names { get; }

    public int StateOffset { get; }

    /// <summary>What stands before the name of a field of the machine.</summary>
    public string Prefix { get; }

    /// <summary>The references in the builder: their paths in it, and their places.</summary>
    public IReadOnlyList<(string Path, int Offset)> BuilderReferences { get; }

    /// <summary>Parameters and locals.</summary>
    public IReadOnlyList<FieldPlace> Locals { get; }

    /// <summary>The places of what may be awaited: the first reference of each field that keeps an awaiter.</summary>
    public IEnumerable<int> Awaited => _awaited.Values;

    /// <returns>Null where the type is no state machine that has a builder.</returns>
    public static MachineLayout? OfObject(HeapType type) =>
        MachineNames.Of(type.Fields, "") is { } names ? new(new(type.Name, type.Token, type.Module), names, type.Fields, "") : null;

    /// <returns>Null where the box holds a reference to its machine.</returns>
    public static MachineLayout? OfBox(HeapType box)
    {
        const string Prefix = $"{TypeFields.MachineField}.";
        return box.Fields.Machine is { } machine ? new(machine, MachineNames.Of(box.Fields, Prefix) ?? MachineNames.CSharp, box.Fields, Prefix) : null;
    }

    /// <summary>Where the object lies that the awaiter in a field waits for; -1 where the awaiter refers to none.</summary>
    public int AwaitedBy(string field) => _awaited.GetValueOrDefault(field, -1);
}
