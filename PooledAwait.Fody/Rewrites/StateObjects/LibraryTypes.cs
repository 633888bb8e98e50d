namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Makes a module's references to types of the base library. The types may be in the assembly of <paramref name="known"/>, or in the assembly of the module's
/// core types.
/// </summary>
/// <param name="known">A type of the base library that the module refers to.</param>
internal sealed class LibraryTypes(TypeReference known)
{
    private readonly ModuleDefinition _module = known.Module;

    /// <param name="fullName">The type's name, with the namespace and the number of type parameters.</param>
    /// <returns>Null if neither assembly has the type.</returns>
    public TypeReference? Find(string fullName) =>
        // Signatures encode Boolean in a special form, so the module's own reference to Boolean is used.
        fullName == "System.Boolean" ? _module.TypeSystem.Boolean : From(known.Scope, fullName) ?? From(_module.TypeSystem.CoreLibrary, fullName);

    private TypeReference? From(IMetadataScope scope, string fullName)
    {
        var at = fullName.LastIndexOf('.');
        var type = new TypeReference(fullName.Substring(0, at), fullName.Substring(at + 1), _module, scope);
        if (type.Resolve() is not { } definition)
        {
            return null;
        }

        type.IsValueType = definition.IsValueType;
        foreach (var _ in definition.GenericParameters)
        {
            type.GenericParameters.Add(new GenericParameter(type));
        }

        return type;
    }
}
