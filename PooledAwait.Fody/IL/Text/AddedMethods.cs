namespace PooledAwait.Fody.IL;

/// <summary>What the rewrites add to a module, from the time on that this is made.</summary>
internal sealed class AddedMethods(ModuleDefinition module)
{
    private readonly HashSet<TypeDefinition> _types = [.. module.GetTypes()];
    private readonly HashSet<MethodDefinition> _methods = [.. module.GetTypes().SelectMany(type => type.Methods)];

    /// <summary>Whether a type was not there before.</summary>
    public bool Has(TypeDefinition type) => !_types.Contains(type);

    /// <summary>
    /// What was not there before and the methods' bodies name, and what that names in turn: all methods of an added type, and methods that were
    /// added to others.
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
