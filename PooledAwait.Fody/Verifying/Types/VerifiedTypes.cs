using Mono.Cecil;

namespace PooledAwait.Fody.Verifying.Types;

/// <summary>All that is known of the types which the bodies of some modules name. Not for several threads at once.</summary>
internal sealed class VerifiedTypes
{
    private readonly Dictionary<MethodReference, MethodUse> _uses = [];
    private readonly Dictionary<TypeDefinition, Visibility> _visibilities = [];

    public VerifiedTypes()
    {
        Same = new SameTypes(Resolved);
        Assignability = new Assignability(Resolved, Same);
        Instantiations = new Instantiations(Resolved, Assignability);
    }

    public ResolvedTypes Resolved { get; } = new();

    public SameTypes Same { get; }

    public Assignability Assignability { get; }

    public Instantiations Instantiations { get; }

    public MethodUse UseOf(MethodReference method)
    {
        if (!_uses.TryGetValue(method, out var use))
        {
            _uses.Add(method, use = new MethodUse(method, method.DeclaringType is ArrayType ? null : Resolved.Of(method)));
        }

        return use;
    }

    /// <summary>What the code of a type may see.</summary>
    public Visibility VisibilityFrom(TypeDefinition type)
    {
        if (!_visibilities.TryGetValue(type, out var visibility))
        {
            _visibilities.Add(type, visibility = new Visibility(type, Resolved));
        }

        return visibility;
    }
}
