namespace PooledAwait.Fody.IL;

/// <summary>Finds the types that enclose a type, and the types that it inherits from.</summary>
internal static class TypeRelations
{
    /// <summary>Returns a type and its enclosing types, from the inside out.</summary>
    public static IEnumerable<TypeDefinition> Enclosing(this TypeDefinition? type)
    {
        for (; type != null; type = type.DeclaringType)
        {
            yield return type;
        }
    }

    /// <summary>Returns a type and its base classes, the nearest first, as far as they can be found.</summary>
    public static IEnumerable<TypeDefinition> WithBases(this TypeDefinition? type)
    {
        for (; type != null; type = type.BaseType?.Resolve())
        {
            yield return type;
        }
    }

    /// <summary>Returns a type's references to the interfaces that it declares, and to its base class if there is one.</summary>
    public static IEnumerable<TypeReference> DirectSupertypes(this TypeDefinition type)
    {
        var interfaces = type.Interfaces.Select(implemented => implemented.InterfaceType);
        return type.BaseType == null ? interfaces : interfaces.Append(type.BaseType);
    }
}
