namespace PooledAwait.Fody.Program;

/// <summary>
/// Finds the assemblies that the runtime needs before it can compare an object's type with another type. These assemblies contain the other type's base
/// classes, its interfaces, and the structs in its fields. A program may lack such an assembly if it uses nothing that needs the assembly. The assemblies that
/// are woven together are always present.
/// </summary>
internal sealed class RequiredAssemblies(WovenProgram program)
{
    private readonly Dictionary<TypeDefinition, HashSet<string>> _names = [];

    /// <summary>
    /// Returns an assembly that the runtime needs if it loads the first type, but not if it loads the second type; null if there is none. Assemblies that every
    /// program has are ignored.
    /// </summary>
    public string? Missing(TypeDefinition type, TypeDefinition other)
    {
        var there = Of(other);
        return Of(type).Where(name => !there.Contains(name)).OrderBy(name => name, StringComparer.Ordinal).FirstOrDefault();
    }

    /// <summary>
    /// Returns the assemblies that a type requires. Caches only the result for this type. Types may refer to each other, so results for the other visited types
    /// would be incomplete.
    /// </summary>
    private HashSet<string> Of(TypeDefinition type)
    {
        if (_names.TryGetValue(type, out var known))
        {
            return known;
        }

        var names = new HashSet<string>();
        var seen = new HashSet<TypeDefinition> { type };
        var open = new Stack<TypeDefinition>([type]);
        while (open.Count > 0)
        {
            var current = open.Pop();
            foreach (var part in current.DirectSupertypes().Concat(current.Fields.Select(field => field.FieldType).Where(IsStruct)).SelectMany(PartsOf))
            {
                if (program.Find(part) is not { } own)
                {
                    if (IsMissable(part))
                    {
                        names.Add(part.Scope.Name);
                    }
                }
                else if (_names.TryGetValue(own, out var whole))
                {
                    names.UnionWith(whole);
                }
                else if (seen.Add(own))
                {
                    open.Push(own);
                }
            }
        }

        _names.Add(type, names);
        return names;
    }

    /// <summary>Returns the types that a type is composed of, without type parameters.</summary>
    private static IEnumerable<TypeReference> PartsOf(TypeReference type) => type switch
    {
        GenericParameter => [],
        GenericInstanceType instance => instance.GenericArguments.SelectMany(PartsOf).Prepend(instance.ElementType),
        TypeSpecification specification => PartsOf(specification.ElementType),
        _ => [type],
    };

    private static bool IsMissable(TypeReference type) => type.Scope is not AssemblyNameReference assembly || !IsEverywhere(assembly) || type.Resolve() == null;

    private static bool IsStruct(TypeReference type) => type.IsValueType && !type.IsPrimitive;

    // The name alone is not enough: packages such as System.Reactive have similar names. So the key must be one of .NET, too. Two assemblies of .NET are named
    // here, because Microsoft signed them with a key that it also uses for packages. BaseLibrary does not accept that key.
    private static bool IsEverywhere(AssemblyNameReference assembly) =>
        assembly.Name is "System.ComponentModel.DataAnnotations" or "System.ServiceModel.Web" ||
        (BaseLibrary.IsPartOf(assembly) && (assembly.Name is "mscorlib" or "netstandard" or "System" || assembly.Name.StartsWith("System.", StringComparison.Ordinal)));
}
