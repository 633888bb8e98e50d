using System.Globalization;

namespace PooledAwait.Fody.Decisions;

/// <summary>Names types almost as C# does: without namespaces, and with a plus before a nested type, as in the patterns of FodyWeavers.xml.</summary>
internal static class TypeName
{
    public static string Of(TypeReference type) => type switch
    {
        ArrayType array => $"{Of(array.ElementType)}[{new string(',', array.Rank - 1)}]",
        PointerType pointer => Of(pointer.ElementType) + "*",
        IModifierType modifier => Of(modifier.ElementType),
        GenericInstanceType { Namespace: "System", Name: "Nullable`1" } nullable => Of(nullable.GenericArguments[0]) + "?",
        GenericInstanceType { Namespace: "System" } tuple when tuple.Name.StartsWith("ValueTuple`", StringComparison.Ordinal) =>
            $"({string.Join(", ", tuple.GenericArguments.Select(Of))})",
        GenericInstanceType instance => Nested(instance.ElementType, instance.GenericArguments),
        GenericParameter parameter => parameter.Name,
        _ => Keyword(type) ?? Nested(type, type.GenericParameters),
    };

    // In metadata, the type arguments of the enclosing types come before those of the nested type. The number after a name's backtick says how many of the type
    // arguments belong to that name.
    private static string Nested(TypeReference type, IEnumerable<TypeReference> arguments)
    {
        var names = new Stack<TypeReference>();
        for (var place = type; place != null; place = place.DeclaringType)
        {
            names.Push(place);
        }

        var left = new Queue<TypeReference>(arguments);
        return string.Join("+", names.Select(place =>
        {
            var name = GeneratedName.InSource(place);
            var tick = name.IndexOf('`');
            if (tick < 0 || !int.TryParse(name.Substring(tick + 1), NumberStyles.None, CultureInfo.InvariantCulture, out var count))
            {
                return name;
            }

            var taken = Enumerable.Range(0, count).Where(_ => left.Count > 0).Select(_ => Of(left.Dequeue())).ToArray();
            return $"{name.Substring(0, tick)}<{string.Join(", ", taken)}>";
        }));
    }

    private static string? Keyword(TypeReference type) => type.MetadataType switch
    {
        MetadataType.Void => "void",
        MetadataType.Boolean => "bool",
        MetadataType.Char => "char",
        MetadataType.SByte => "sbyte",
        MetadataType.Byte => "byte",
        MetadataType.Int16 => "short",
        MetadataType.UInt16 => "ushort",
        MetadataType.Int32 => "int",
        MetadataType.UInt32 => "uint",
        MetadataType.Int64 => "long",
        MetadataType.UInt64 => "ulong",
        MetadataType.Single => "float",
        MetadataType.Double => "double",
        MetadataType.IntPtr => "nint",
        MetadataType.UIntPtr => "nuint",
        MetadataType.String => "string",
        MetadataType.Object => "object",
        _ => type.FullName == "System.Decimal" ? "decimal" : null,
    };
}
