using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Values;

/// <summary>
/// For the types of the program, finds the base types and interfaces that have a ValueTask as type argument, such as <c>IEnumerator&lt;ValueTask&gt;</c>. A
/// type may inherit from such a base type or interface directly, or through a library's class or interface that fixes the type argument. Generic code that
/// uses an object through such a base type or interface does not know that the type argument is a ValueTask.
/// </summary>
internal sealed class SupertypesOfValueTask
{
    /// <summary>
    /// For each type definition, whether it inherits, directly or not, from a generic type with a ValueTask as type argument. A type argument that is a type
    /// parameter of the definition does not count, even if a ValueTask may take its place.
    /// </summary>
    private readonly Dictionary<TypeDefinition, bool> _leads = [];
    private readonly List<(TypeDefinition Type, GenericInstanceType Supertype)> _all = [];

    public SupertypesOfValueTask(WovenProgram program)
    {
        foreach (var type in program.Modules.SelectMany(module => module.GetTypes()))
        {
            var seen = new HashSet<string>();
            foreach (var supertype in type.DirectSupertypes())
            {
                Add(type, supertype, seen);
            }
        }
    }

    /// <summary>
    /// Returns the virtual methods of the found base types and interfaces, if the method's return type is a type parameter. The type argument may be a
    /// ValueTask. Generic code that calls such a method does not know that it gets a ValueTask.
    /// </summary>
    public IReadOnlyList<MethodDefinition> MethodsOfAnyResult() =>
    [
        .. _all.Select(entry => entry.Supertype.Resolve()).Distinct()
            .SelectMany(type => type.Methods)
            .Where(method => method is { IsVirtual: true, ReturnType: GenericParameter }),
    ];

    /// <summary>
    /// Returns the delegates that virtual members of the found base types and interfaces return, or pass back through by-reference parameters. Only delegates
    /// that return a ValueTask count.
    /// </summary>
    /// <returns>For each delegate, its type and result type, and a method of the inheriting type. The report names this method.</returns>
    public IEnumerable<(MethodDefinition User, string Type, TypeReference Result)> DelegatesGiven() =>
        from entry in _all
        from given in ValueTaskInstantiations.DelegatesGivenBy(entry.Supertype)
        where ValueTaskTypes.IsKnown(given.Result)
        let user = entry.Type.Methods.FirstOrDefault(method => method is { HasBody: true, Body.Instructions.Count: > 0 })
        where user != null
        select (user, given.Type, given.Result);

    private void Add(TypeDefinition type, TypeReference supertype, HashSet<string> seen)
    {
        var generic = supertype as GenericInstanceType;
        var isOfValueTask = ValueTaskInstantiations.IsOfValueTask(generic);
        if (supertype.Resolve() is not { } definition || !(isOfValueTask || Leads(definition)) || !seen.Add(supertype.FullName))
        {
            return;
        }

        if (isOfValueTask)
        {
            _all.Add((type, generic!));
        }

        foreach (var further in definition.DirectSupertypes())
        {
            Add(type, TypeSubstitution.InstanceOf(supertype, further), seen);
        }
    }

    private bool Leads(TypeDefinition definition)
    {
        if (!_leads.TryGetValue(definition, out var leads))
        {
            // This entry ends cycles: a type that the search reaches again adds nothing.
            _leads.Add(definition, false);
            leads = definition.DirectSupertypes().Any(supertype => ValueTaskInstantiations.IsOfValueTask(supertype as IGenericInstance) || (supertype.Resolve() is { } further && Leads(further)));
            _leads[definition] = leads;
        }

        return leads;
    }
}
