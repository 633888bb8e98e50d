namespace PooledAwait.Fody.IL;

/// <summary>Finds the types and methods that the rewrites have added to a module since this object was created.</summary>
internal sealed class AddedMethods(ModuleDefinition module)
{
    private readonly HashSet<TypeDefinition> _types = [.. module.GetTypes()];
    private readonly HashSet<MethodDefinition> _methods = [.. module.GetTypes().SelectMany(type => type.Methods)];

    /// <summary>Returns whether a type was added.</summary>
    public bool Has(TypeDefinition type) => !_types.Contains(type);

    /// <summary>
    /// Returns the added methods that are named in the bodies of the given methods, or in the bodies of other returned methods. If a body names a member of an
    /// added type, all methods of that type count as named.
    /// </summary>
    public IReadOnlyList<MethodDefinition> NamedBy(IEnumerable<MethodDefinition> methods)
    {
        var added = new List<MethodDefinition>();
        var open = new Queue<MethodDefinition>(methods.Where(method => method.HasBody));
        while (open.Count > 0)
        {
            foreach (var member in open.Dequeue().Body.Instructions.Select(instruction => instruction.Operand).OfType<MemberReference>())
            {
                foreach (var one in AddedBy(member).Where(one => !added.Contains(one)))
                {
                    added.Add(one);
                    if (one.HasBody)
                    {
                        open.Enqueue(one);
                    }
                }
            }
        }

        return added;
    }

    private IEnumerable<MethodDefinition> AddedBy(MemberReference member)
    {
        if (member.DeclaringType?.GetElementType() is not { } type || type.Scope != module || type.Resolve() is not { } definition)
        {
            return [];
        }

        return Has(definition) ? definition.Methods
            : member is MethodReference called && called.Definition() is { } method && !_methods.Contains(method) ? [method]
            : [];
    }
}
