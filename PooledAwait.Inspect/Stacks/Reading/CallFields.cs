using PooledAwait.Inspect.Stacks.Snapshots;

namespace PooledAwait.Inspect.Stacks.Reading;

/// <summary>The parameters and locals of a call, by their names in the source code.</summary>
internal static class CallFields
{
    public static IReadOnlyDictionary<string, string> Of(CopiedObjects objects, Call call)
    {
        var fields = new Dictionary<string, string>(StringComparer.Ordinal);
        if (call.Machine is not { } machine)
        {
            return fields; // a continuation contains the values, but not their names
        }

        foreach (var field in machine.Locals)
        {
            var path = field.Path[machine.Prefix.Length..];
            var dot = path.IndexOf('.', StringComparison.Ordinal);
            var (first, rest) = dot < 0 ? (path, "") : (path[..dot], path[dot..]);
            fields[machine.Names.SourceOf(first) + rest] = FieldValue.Of(objects, call.Holder, field);
        }

        return fields;
    }
}
