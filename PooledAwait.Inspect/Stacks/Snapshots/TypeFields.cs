using System.Diagnostics.CodeAnalysis;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The fields of a type, including the fields of the structs that it contains.</summary>
internal sealed class TypeFields
{
    /// <summary>The name of the field in which a box has its state machine.</summary>
    public const string MachineField = "StateMachine";

    private const int DeepestStruct = 6;
    private const int Header = 8;

    private readonly Dictionary<string, FieldPlace> _byPath = new(StringComparer.Ordinal);
    private int _sources;

    public TypeFields(ClrType type, LoadedModules modules)
    {
        Add(type, "", Header, 0);
        if (type.GetFieldByName(MachineField) is { IsValueType: true, Type: { } machine })
        {
            Machine = new(machine.Name ?? "?", machine.MetadataToken, modules.Of(machine.Module));
        }

        All = [.. _byPath.Values.OrderBy(field => field.Offset)];
    }

    private TypeFields() => All = [];

    /// <summary>No fields. Used for strings and arrays, whose contents are at known places.</summary>
    public static TypeFields None { get; } = new();

    /// <summary>All fields, ordered by offset.</summary>
    public IReadOnlyList<FieldPlace> All { get; }

    public bool TryFind(string path, [NotNullWhen(true)] out FieldPlace? field) => _byPath.TryGetValue(path, out field);

    /// <summary>Returns the offset of a field; -1 if no field has this path.</summary>
    public int OffsetOf(string path) => TryFind(path, out var field) ? field.Offset : -1;

    /// <summary>
    /// The offset of the flag that shows that an awaitable object is complete; -1 if there is none, or several. Since .NET 11, there is no such flag.
    /// </summary>
    public int Completed { get; private set; } = -1;

    /// <summary>
    /// The offset of the reference that leads to <see cref="Snapshots.CompletionMark"/> if an awaitable object is complete; -1 if there is none, or several.
    /// </summary>
    public int Continuation { get; private set; } = -1;

    /// <summary>True if a field shows whether an awaitable object, other than a task, is complete.</summary>
    public bool ShowsCompletion => Completed > 0 || Continuation > 0;

    /// <summary>Returns the fields of the struct at a path, or the field at this path if it is not a struct.</summary>
    public IEnumerable<FieldPlace> Under(string path) =>
        All.Where(field => field.Path == path || (field.Path.Length > path.Length && field.Path[path.Length] == '.' && field.Path.StartsWith(path, StringComparison.Ordinal)));

    /// <summary>The type of the state machine that a box contains; null if there is none, or the machine is a separate object.</summary>
    public MachineType? Machine { get; }

    private void Add(ClrType type, string prefix, int start, int depth)
    {
        foreach (var field in type.Fields)
        {
            if (field.Name is not { } name)
            {
                continue;
            }

            var path = prefix + name;
            if (field is { IsValueType: true, Type: { } inner } && !field.IsPrimitive && inner.Fields.Length > 0 && depth < DeepestStruct)
            {
                Add(inner, $"{path}.", start + field.Offset, depth + 1);
                if (inner.Name?.StartsWith("System.Threading.Tasks.Sources.ManualResetValueTaskSourceCore<", StringComparison.Ordinal) == true)
                {
                    _sources++;
                    Completed = _sources == 1 ? OffsetOf($"{path}._completed") : -1;
                    Continuation = _sources == 1 ? OffsetOf($"{path}._continuation") : -1;
                }
            }
            else
            {
                _byPath[path] = new(path, start + field.Offset, field.ElementType, field.Type?.Name);
            }
        }
    }
}
