namespace PooledAwait.Fody.Program;

/// <summary>Finds the types of a program that inherit from a given class or implement a given interface.</summary>
/// <remarks>
/// Reads the program once, on first use. Ignores type arguments. To find the type arguments of all supertypes would take time, and most types are never looked
/// up.
/// </remarks>
internal sealed class ReceiverTypes
{
    private readonly WovenProgram _program;
    private readonly Lazy<ILookup<TypeDefinition, TypeDefinition>> _bySupertype;

    public ReceiverTypes(WovenProgram program)
    {
        _program = program;
        _bySupertype = new(() =>
        {
            var supertypes = new Dictionary<TypeDefinition, HashSet<TypeDefinition>>();
            // A ref struct may implement an interface (C# 13), but no object is ever a ref struct.
            return program.Modules
                .SelectMany(module => module.GetTypes())
                .Where(type => !type.IsAbstract && !type.IsInterface && !type.IsRefStruct())
                .SelectMany(type => SupertypesOf(type, supertypes).Select(supertype => (Supertype: supertype, Type: type)))
                .ToLookup(pair => pair.Supertype, pair => pair.Type);
        });
    }

    /// <summary>
    /// Returns the given type and all types that inherit from or implement the given type, in the order of the modules. Abstract classes, interfaces and ref
    /// structs are omitted, because no object has such a type as its exact type.
    /// </summary>
    public IEnumerable<TypeDefinition> Of(TypeDefinition supertype) => _bySupertype.Value[supertype];

    /// <summary>Returns the type itself, and all types of the program that it inherits from and implements.</summary>
    private HashSet<TypeDefinition> SupertypesOf(TypeDefinition type, Dictionary<TypeDefinition, HashSet<TypeDefinition>> known)
    {
        if (!known.TryGetValue(type, out var all))
        {
            known.Add(type, all = [type]);
            foreach (var supertype in type.DirectSupertypes())
            {
                if (_program.Find(supertype) is { } own)
                {
                    all.UnionWith(SupertypesOf(own, known));
                }
            }
        }

        return all;
    }
}
