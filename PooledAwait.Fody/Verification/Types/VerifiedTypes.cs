namespace PooledAwait.Fody.Verification;

/// <summary>Caches what is known of the types and methods that the checked bodies name. This class is not thread-safe.</summary>
internal sealed class VerifiedTypes
{
    private readonly Dictionary<MethodReference, MethodUse> _uses = [];
    private readonly Dictionary<TypeDefinition, Visibility> _visibilities = [];
    private readonly AssemblyAccess _assemblies = new();

    public VerifiedTypes()
    {
        Members = new ResolvedMembers(Resolved);
        Same = new SameTypes(Resolved);
        Assignability = new Assignability(Resolved, Same);
        Instantiations = new Instantiations(Resolved, Assignability);
    }

    public ResolvedTypes Resolved { get; } = new();

    public ResolvedMembers Members { get; }

    public SameTypes Same { get; }

    public Assignability Assignability { get; }

    public Instantiations Instantiations { get; }

    public MethodUse UseOf(MethodReference method)
    {
        // Uses of generic members are not cached. Each instruction has its own reference object, so a cache would never find one again.
        if (method is MethodSpecification || method.DeclaringType is GenericInstanceType)
        {
            return new MethodUse(method, Members.Of(method));
        }

        if (!_uses.TryGetValue(method, out var use))
        {
            _uses.Add(method, use = new MethodUse(method, method.DeclaringType is ArrayType ? null : Members.Of(method)));
        }

        return use;
    }

    /// <summary>Returns the object that decides which types and members the code of a type may access.</summary>
    public Visibility VisibilityFrom(TypeDefinition type)
    {
        if (!_visibilities.TryGetValue(type, out var visibility))
        {
            _visibilities.Add(type, visibility = new Visibility(type, Resolved, _assemblies));
        }

        return visibility;
    }
}
