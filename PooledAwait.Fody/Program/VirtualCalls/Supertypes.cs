namespace PooledAwait.Fody.Program;

/// <summary>
/// Finds the base classes and interfaces of a type, with their type arguments. For a class <c>D : C&lt;int&gt;</c>, the base class is <c>C&lt;int&gt;</c>.
/// </summary>
internal sealed class Supertypes(WovenProgram program)
{
    /// <summary>Returns a type and the classes that it inherits from, the nearest first. The list ends before the first class outside the program.</summary>
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
    /// Returns a type and all classes that it inherits from, the nearest first, including classes outside the program; null if a class cannot be found.
    /// </summary>
    public IReadOnlyList<TypeReference>? AllClassesOf(TypeReference type)
    {
        var classes = ClassesOf(type);
        var last = classes.LastOrDefault() ?? type;
        return program.OutsideBases.Of(last.Resolve()) is { } outside ? [.. classes.DefaultIfEmpty(type), .. outside.Select(one => TypeSubstitution.InstanceOf(last, one))] : null;
    }

    /// <summary>
    /// Returns the interfaces of the program that a type itself declares, and the interfaces that these interfaces inherit. An interface does not count if an
    /// assembly of the program only forwards it to an assembly outside the program.
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
    /// Looks for <paramref name="supertype"/> among a type itself, its base classes and its interfaces, and returns each match with its type arguments. For an
    /// interface <c>I&lt;T&gt;</c> of the program, the result may be <c>I&lt;int&gt;</c>. No constructed type is listed twice.
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
