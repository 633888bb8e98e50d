namespace PooledAwait.Fody.IL;

/// <summary>Reads what a reference itself shows about a type, without looking for the type's definition.</summary>
internal static class TypeShape
{
    /// <summary>
    /// Removes custom modifiers from a type, and also the marks for a pinned variable and for the first extra argument of an <c>__arglist</c> call.
    /// </summary>
    public static TypeReference Plain(TypeReference type)
    {
        while (type is TypeSpecification composed and (IModifierType or PinnedType or SentinelType))
        {
            type = composed.ElementType;
        }

        return type;
    }

    /// <summary>
    /// Returns whether a type has the modifier of a read-only reference. For example, the types of <c>ref readonly</c> results have it, and the types of
    /// <c>in</c> parameters of virtual methods and delegates. Other <c>in</c> parameters have only an attribute, which this method does not see.
    /// </summary>
    public static bool OnlyReads(TypeReference type)
    {
        for (; type is IModifierType modified; type = modified.ElementType)
        {
            if (modified.ModifierType is { Name: "InAttribute", Namespace: "System.Runtime.InteropServices" })
            {
                return true;
            }
        }

        return false;
    }

    /// <summary>
    /// Returns the kind of a type, such as Int32 or Class. A reference may name a primitive type by its namespace and name, as it names any other type. Cecil
    /// then does not recognise the primitive type, but this method does.
    /// </summary>
    public static MetadataType Encoded(TypeReference type)
    {
        var encoded = type.MetadataType;
        return encoded is MetadataType.Class or MetadataType.ValueType && type is { Namespace: "System", DeclaringType: null } ? ByName(type.Name) ?? encoded : encoded;
    }

    public static bool IsVoid(TypeReference type) => Encoded(Plain(type)) == MetadataType.Void;

    public static bool IsObject(TypeReference type) => Encoded(type) == MetadataType.Object;

    public static bool IsNamed(TypeReference type, string space, string name) => type.Name == name && type.Namespace == space && type.DeclaringType == null;

    private static MetadataType? ByName(string name) => name switch
    {
        "Void" => MetadataType.Void,
        "Boolean" => MetadataType.Boolean,
        "Char" => MetadataType.Char,
        "SByte" => MetadataType.SByte,
        "Byte" => MetadataType.Byte,
        "Int16" => MetadataType.Int16,
        "UInt16" => MetadataType.UInt16,
        "Int32" => MetadataType.Int32,
        "UInt32" => MetadataType.UInt32,
        "Int64" => MetadataType.Int64,
        "UInt64" => MetadataType.UInt64,
        "Single" => MetadataType.Single,
        "Double" => MetadataType.Double,
        "IntPtr" => MetadataType.IntPtr,
        "UIntPtr" => MetadataType.UIntPtr,
        "Object" => MetadataType.Object,
        "String" => MetadataType.String,
        "TypedReference" => MetadataType.TypedByReference,
        _ => null,
    };
}
