using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>The offsets of a state machine's parts in the object that contains them: the machine's box, or the machine itself if it is a class.</summary>
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

    /// <summary>The names of the machine's fields.</summary>
    public MachineNames Names { get; }

    public int StateOffset { get; }

    /// <summary>The part of a field's path that comes before the field's name. This part is the same for all fields of the machine.</summary>
    public string Prefix { get; }

    /// <summary>The references in the builder: their paths in the builder, and their offsets in the object.</summary>
    public IReadOnlyList<(string Path, int Offset)> BuilderReferences { get; }

    /// <summary>Parameters and locals.</summary>
    public IReadOnlyList<FieldPlace> Locals { get; }

    /// <summary>The offsets of references to objects that may be awaited: the first reference in each field that keeps an awaiter.</summary>
    public IEnumerable<int> Awaited => _awaited.Values;

    /// <returns>Null if the type is not a state machine with a builder.</returns>
    public static MachineLayout? OfObject(HeapType type) =>
        MachineNames.Of(type.Fields, "") is { } names ? new(new(type.Name, type.Token, type.Module), names, type.Fields, "") : null;

    /// <returns>The layout; null if the box does not contain its machine, but refers to it.</returns>
    public static MachineLayout? OfBox(HeapType box)
    {
        const string Prefix = $"{TypeFields.MachineField}.";
        return box.Fields.Machine is { } machine ? new(machine, MachineNames.Of(box.Fields, Prefix) ?? MachineNames.CSharp, box.Fields, Prefix) : null;
    }

    /// <summary>Returns the offset of an awaiter's reference to the awaited object; -1 if the awaiter has no reference.</summary>
    /// <param name="field">The field that keeps the awaiter.</param>
    public int AwaitedBy(string field) => _awaited.GetValueOrDefault(field, -1);
}
