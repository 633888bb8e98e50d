using System.Diagnostics.CodeAnalysis;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Snapshots;

/// <summary>The fields of a type, with those of the structs that lie in it.</summary>
internal sealed class TypeFields
{
    private const int DeepestStruct = 6;
    private const int Header = 8;

    private readonly Dictionary<string, FieldPlace> _byPath = new(StringComparer.Ordinal);
    private readonly Dictionary<string, ClrType> _structs = new(StringComparer.Ordinal);

    public TypeFields(ClrType type)
    {
        Add(type, "", Header, 0);
        All = [.. _byPath.Values.OrderBy(field => field.Offset)];
    }

    /// <summary>In the order in which they lie.</summary>
    public IReadOnlyList<FieldPlace> All { get; }

    public bool TryFind(string path, [NotNullWhen(true)] out FieldPlace? field) => _byPath.TryGetValue(path, out field);

    /// <summary>Where a field lies; -1 where there is none of that path.</summary>
    public int OffsetOf(string path) => TryFind(path, out var field) ? field.Offset : -1;

    /// <summary>The fields that lie in a struct, or the field itself where that is what the path names.</summary>
    public IEnumerable<FieldPlace> Under(string path) =>
        All.Where(field => field.Path == path || (field.Path.Length > path.Length && field.Path[path.Length] == '.' && field.Path.StartsWith(path, StringComparison.Ordinal)));

    /// <summary>The type of a field that is a struct.</summary>
    public ClrType? StructAt(string path) => _structs.GetValueOrDefault(path);

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
                _structs[path] = inner;
                Add(inner, $"{path}.", start + field.Offset, depth + 1);
            }
            else
            {
                _byPath[path] = new(path, start + field.Offset, field.ElementType, field.Type?.Name);
            }
        }
    }
}
