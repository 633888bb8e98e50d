namespace PooledAwait.Fody.Program;

/// <summary>Finds the types of the program that a type inherits from and implements, with the type arguments that the type gives them.</summary>
internal sealed class Supertypes(WovenProgram program)
{
    /// <summary>A type and the classes that it inherits from, the nearest first. The list ends before the first class outside the program.</summary>
    public IReadOnlyList<TypeReference> ClassesOf(TypeReference type)
    {
        var classes = new List<TypeReference>();
        for (TypeReference? current = type; current != null && program.Find(current) is { } definition; current = BaseOf(current, definition))
        {
            classes.Add(current);
        }

        return classes;
    }

    /// <summary>
    /// A type and all classes that it inherits from, the nearest first, including classes outside the program; null if a class cannot be found.
    /// </summary>
    public IReadOnlyList<TypeReference>? AllClassesOf(TypeReference type)
    {
        var classes = ClassesOf(type);
        var last = classes.LastOrDefault() ?? type;
        return program.OutsideBases.Of(last.Resolve()) is { } outside ? [.. classes.DefaultIfEmpty(type), .. outside.Select(one => TypeSubstitution.InstanceOf(last, one))] : null;
    }

    /// <summary>
    /// The interfaces of the program that a type itself declares, and the interfaces that these inherit. If an assembly of the program forwards an interface to
    /// an assembly outside the program, that interface does not count.
    /// </summary>
    public IEnumerable<TypeReference> InterfacesOf(TypeReference type)
    {
        var found = new HashSet<string>();
        var open = new Stack<TypeReference>([type]);
        while (open.Count > 0)
        {
            var current = open.Pop();
            foreach (var declared in program.Find(current)!.Interfaces)
            {
                var implemented = TypeSubstitution.InstanceOf(current, declared.InterfaceType);
                if (program.Find(implemented) != null && found.Add(program.KeyOf(implemented)))
                {
                    open.Push(implemented);
                    yield return implemented;
                }
            }
        }
    }

    /// <summary>
    /// The instances of <paramref name="supertype"/> among the type itself, the classes that it inherits from, and the interfaces that it implements. No
    /// instance is listed twice.
    /// </summary>
    public IReadOnlyList<TypeReference> InstancesOf(TypeDefinition supertype, TypeReference type)
    {
        var classes = ClassesOf(type);
        var all = supertype.IsInterface ? classes.SelectMany(InterfacesOf) : classes;
        return [.. all.Where(instance => program.Find(instance) == supertype).GroupBy(program.KeyOf).Select(same => same.First())];
    }

    private static TypeReference? BaseOf(TypeReference type, TypeDefinition definition) =>
        definition.BaseType is { } inherited ? TypeSubstitution.InstanceOf(type, inherited) : null;
}
