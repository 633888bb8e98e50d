namespace PooledAwait.Fody.IL;

/// <summary>
/// The compiler moves parts of a user's method into state machines, lambdas, local functions and display classes. This class finds the user's method to which
/// such a part belongs. The name of a generated method does not identify the user's method, because overloads give the same names to their generated methods.
/// So this class looks for the code that uses the generated method.
/// </summary>
/// <remarks>Reads the module once, on first use, before anything is rewritten.</remarks>
internal sealed class MethodOwners(ModuleDefinition module, MemberUses uses)
{
    private readonly Dictionary<MethodDefinition, IReadOnlyList<MethodDefinition>> _found = [];
    private readonly Dictionary<TypeDefinition, MethodDefinition> _kickOffs = [];
    private readonly Dictionary<MethodDefinition, TypeDefinition> _stateMachines = [];
    private readonly Dictionary<MethodDefinition, HashSet<MethodDefinition>> _users = [];
    private bool _indexed;

    public MethodOwners(ModuleDefinition module)
        : this(module, new MemberUses(module))
    {
    }

    /// <summary>Returns the user's method that contains the given method. A method that no compiler generated is its own owner.</summary>
    public MethodDefinition OwnerOf(MethodDefinition method)
    {
        var owners = OwnersOf(method);
        return owners[owners.Count - 1];
    }

    /// <summary>
    /// Returns the method itself, followed by its owners from the inside out. The owners are the kick-off method (if the method is in a state machine), the
    /// lambdas and local functions around the method, and last the user's method. The list of a generated method does not contain a user's method if none uses
    /// the generated method, directly or through others, or if several do.
    /// </summary>
    public IReadOnlyList<MethodDefinition> OwnersOf(MethodDefinition method)
    {
        Index();
        if (!_found.TryGetValue(method, out var owners))
        {
            // All paths from a method to the user's methods go through its owners, so the first path found contains all owners. If another path avoids one
            // method of the first path, this method is not an owner. For example, two local functions may call a third one. A path through one of the two
            // avoids the other, so neither of them owns the third. If there is no path at all, none of the user's methods uses the method, directly or through
            // others. Then the only owner is the method's kick-off method, if there is one.
            owners = PathOut(method, avoiding: null) is { } path
                ? path.Where(step => step == method || PathOut(method, avoiding: step) == null).ToArray()
                : new[] { method, KickOffOf(method) }.Distinct().ToArray();
            _found.Add(method, owners);
        }

        return owners;
    }

    /// <summary>Records an added method that has the code of another method. The other method and its owners become the owners of the added method.</summary>
    public void Add(MethodDefinition added, MethodDefinition of) => _found[added] = [added, .. OwnersOf(of)];

    /// <summary>Returns the kick-off method of the state machine to which <paramref name="method"/> belongs. Returns any other method itself.</summary>
    public MethodDefinition KickOffOf(MethodDefinition method)
    {
        Index();
        return _kickOffs.TryGetValue(method.DeclaringType, out var kickOff) ? kickOff : method;
    }

    /// <summary>Returns the state machine that the compiler generated for <paramref name="kickOff"/>; null if there is none.</summary>
    public TypeDefinition? StateMachineOf(MethodDefinition kickOff)
    {
        Index();
        return _stateMachines.TryGetValue(kickOff, out var stateMachine) ? stateMachine : null;
    }

    private IReadOnlyList<MethodDefinition>? PathOut(MethodDefinition method, MethodDefinition? avoiding)
    {
        var cameFrom = new Dictionary<MethodDefinition, MethodDefinition?> { [method] = null };
        var open = new Queue<MethodDefinition>();
        open.Enqueue(method);
        while (open.Count > 0)
        {
            var step = open.Dequeue();
            var kickOff = KickOffOf(step);
            if (kickOff == step && !GeneratedName.IsOwned(step))
            {
                var path = new List<MethodDefinition>();
                for (MethodDefinition? back = step; back != null; back = cameFrom[back])
                {
                    path.Insert(0, back);
                }

                return path;
            }

            IEnumerable<MethodDefinition> users = kickOff != step ? [kickOff] : _users.TryGetValue(step, out var found) ? found : [];
            foreach (var user in users.Where(user => user != avoiding && !cameFrom.ContainsKey(user)))
            {
                cameFrom.Add(user, step);
                open.Enqueue(user);
            }
        }

        return null;
    }

    private void Index()
    {
        if (_indexed)
        {
            return;
        }

        _indexed = true;
        foreach (var method in module.GetTypes().SelectMany(type => type.Methods))
        {
            if (StateMachineType(method) is { } stateMachine && !_kickOffs.ContainsKey(stateMachine))
            {
                _kickOffs.Add(stateMachine, method);
                _stateMachines[method] = stateMachine;
            }
        }

        foreach (var (user, member) in uses.Where(IsOwned))
        {
            if (((MethodReference)member).Definition() is { } used && used != user)
            {
                if (!_users.TryGetValue(used, out var users))
                {
                    _users.Add(used, users = []);
                }

                users.Add(user);
            }
        }
    }

    private bool IsOwned(MemberReference member) =>
        member is MethodReference reference && GeneratedName.IsOwned(reference) && reference.DeclaringType.GetElementType().Scope == module;

    private static TypeDefinition? StateMachineType(MethodDefinition method)
    {
        if (!method.HasCustomAttributes)
        {
            return null;
        }

        foreach (var attribute in method.CustomAttributes)
        {
            // Check the name first: reading the arguments of any other attribute may throw.
            if (attribute.AttributeType.Namespace == "System.Runtime.CompilerServices" &&
                attribute.AttributeType.Name is "AsyncStateMachineAttribute" or "IteratorStateMachineAttribute" or "AsyncIteratorStateMachineAttribute" &&
                attribute.Constructor.Parameters.Count == 1 &&
                attribute.Constructor.Parameters[0].ParameterType.FullName == "System.Type" &&
                attribute.ConstructorArguments is { Count: 1 } arguments &&
                arguments[0].Value is TypeReference reference &&
                reference.Scope == method.Module &&
                reference.Resolve() is { } stateMachine &&
                stateMachine.DeclaringType == method.DeclaringType)
            {
                return stateMachine;
            }
        }

        return null;
    }
}
