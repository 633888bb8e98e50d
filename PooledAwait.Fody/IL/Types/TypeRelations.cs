namespace PooledAwait.Fody.IL;

/// <summary>Finds the types around a type, and the types that it inherits from.</summary>
internal static class TypeRelations
{
    /// <summary>A type and its enclosing types, from the inside out.</summary>
    public static IEnumerable<TypeDefinition> Enclosing(this TypeDefinition? type)
    {
        for (; type != null; type = type.DeclaringType)
        {
            yield return type;
        }
    }

    /// <summary>A type and its base classes, the nearest first, as far as they can be found.</summary>
    public static IEnumerable<TypeDefinition> WithBases(this TypeDefinition? type)
    {
        for (; type != null; type = type.BaseType?.Resolve())
        {
            yield return type;
        }
    }

    /// <summary>The references by which a type names the interfaces that it declares and, if it has one, its base class.</summary>
    public static IEnumerable<TypeReference> DirectSupertypes(this TypeDefinition type)
    {
        var interfaces = type.Interfaces.Select(implemented => implemented.InterfaceType);
        return type.BaseType == null ? interfaces : interfaces.Append(type.BaseType);
    }
}
