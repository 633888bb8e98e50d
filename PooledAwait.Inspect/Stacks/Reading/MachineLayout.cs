using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>Where the parts of a state machine lie in an object: in its box, or in one of its own where it is a class.</summary>
internal sealed class MachineLayout
{
    private const string State = "<>1__state";
    private const string Builder = "<>t__builder";
    private const string Awaiter = "<>u__";

    private readonly Dictionary<string, int> _awaited;

    private MachineLayout(string name, int token, LoadedModule? module, TypeFields fields, string prefix)
    {
        (Name, Token, Module) = (name, token, module);
        StateOffset = fields.OffsetOf(prefix + State);
        BuilderReferences = [.. fields.Under(prefix + Builder).Where(field => field.IsReference).Select(field => (field.Path[(prefix.Length + Builder.Length)..].TrimStart('.'), field.Offset))];
        _awaited = fields.All.Where(field => field.IsReference && field.Path.StartsWith(prefix + Awaiter, StringComparison.Ordinal))
            .GroupBy(field => field.Path[prefix.Length..].Split('.')[0], StringComparer.Ordinal)
            .ToDictionary(field => field.Key, field => field.Min(part => part.Offset), StringComparer.Ordinal);
        Locals = [.. fields.All.Where(field => field.Path.StartsWith(prefix, StringComparison.Ordinal) && IsOfUser(field.Path[prefix.Length..]))];
        Prefix = prefix;
    }

    /// <summary>The machine's type, with generic arguments.</summary>
    public string Name { get; }

    public int Token { get; }

    public LoadedModule? Module { get; }

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
        type.Fields.OffsetOf(State) > 0 ? new(type.Name, type.Token, type.Module, type.Fields, "") : null;

    /// <returns>Null where the box holds a reference to its machine.</returns>
    public static MachineLayout? OfBox(HeapType box)
    {
        return box.Fields.Machine is { } machine ? new(machine.Name, machine.Token, machine.Module, box.Fields, $"{TypeFields.MachineField}.") : null;
    }

    /// <summary>Where the object lies that the awaiter in a field waits for; -1 where the awaiter refers to none.</summary>
    public int AwaitedBy(string field) => _awaited.GetValueOrDefault(field, -1);

    private static bool IsOfUser(string path) =>
        path != State && !path.StartsWith(Builder, StringComparison.Ordinal) && !path.StartsWith(Awaiter, StringComparison.Ordinal) && !path.StartsWith("<>v__", StringComparison.Ordinal);
}
