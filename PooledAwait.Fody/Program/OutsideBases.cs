namespace PooledAwait.Fody.Program;

/// <summary>Finds the classes outside a program that the program's classes inherit from. Each class is examined only once.</summary>
internal sealed class OutsideBases
{
    private readonly Dictionary<TypeDefinition, IReadOnlyList<TypeReference>?> _bases = [];
    private readonly Dictionary<TypeDefinition, ILookup<string, MethodDefinition>> _virtual = [];

    /// <summary>
    /// All bases of a class whose direct base is outside the program, the nearest first. The bases are expressed with the class's own type parameters. Null if
    /// a base cannot be found.
    /// </summary>
    public IReadOnlyList<TypeReference>? Of(TypeDefinition type)
    {
        if (!_bases.TryGetValue(type, out var bases))
        {
            _bases.Add(type, bases = Find(type));
        }

        return bases;
    }

    /// <summary>The virtual methods with a given name that a class itself declares.</summary>
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
