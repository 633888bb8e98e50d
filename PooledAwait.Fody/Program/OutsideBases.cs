namespace PooledAwait.Fody.Program;

/// <summary>Finds the classes outside a program that the program's classes inherit from. Each class is examined only once.</summary>
internal sealed class OutsideBases
{
    private readonly Dictionary<TypeDefinition, IReadOnlyList<TypeReference>?> _bases = [];
    private readonly Dictionary<TypeDefinition, ILookup<string, MethodDefinition>> _virtual = [];

    /// <summary>
    /// Returns all bases of a class, the nearest base first. The direct base of this class must be outside the program. The bases are expressed with the
    /// class's own type parameters. Returns null if a base cannot be found.
    /// </summary>
    public IReadOnlyList<TypeReference>? Of(TypeDefinition type)
    {
        if (!_bases.TryGetValue(type, out var bases))
        {
            _bases.Add(type, bases = Find(type));
        }

        return bases;
    }

    /// <summary>Returns the virtual methods with a given name that a class itself declares.</summary>
    public IEnumerable<MethodDefinition> MethodsOf(TypeReference found, string name)
    {
        var type = found.Resolve();
        if (!_virtual.TryGetValue(type, out var methods))
        {
            _virtual.Add(type, methods = type.Methods.Where(method => method.IsVirtual && !method.IsStatic).ToLookup(method => method.Name));
        }

        return methods[name];
    }

    private IReadOnlyList<TypeReference>? Find(TypeDefinition type)
    {
        if (type.BaseType is not { } inherited)
        {
            return [];
        }

        return inherited.Resolve() is { } definition && Of(definition) is { } further
            ? [inherited, .. further.Select(one => TypeSubstitution.InstanceOf(inherited, one))]
            : null;
    }
}
