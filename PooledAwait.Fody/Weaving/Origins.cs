namespace PooledAwait.Fody.Weaving;

/// <summary>
/// Finds the user's methods that caused the weaver to change or add code. A new weave that leaves these methods alone does not change or add that code.
/// </summary>
internal sealed class Origins
{
    private readonly List<WovenModule> _modules;
    private readonly Dictionary<MethodDefinition, MethodDefinition> _twins = [];
    private readonly HashSet<MethodDefinition> _added;
    private readonly Dictionary<IMemberDefinition, List<MethodDefinition>> _users = [];

    /// <param name="modules">The woven modules.</param>
    /// <param name="twins">The added methods that <see cref="Recipe.Twins"/> lists, each with its original.</param>
    public Origins(List<WovenModule> modules, IEnumerable<(MethodDefinition Method, MethodDefinition Twin)> twins)
    {
        _modules = modules;
        _added = [.. modules.SelectMany(module => module.Report.Before!.Added)];
        foreach (var (method, twin) in twins)
        {
            _twins.Add(twin, method);
        }

        foreach (var user in modules.SelectMany(module => module.Report.Before!.Changed).Concat(_added))
        {
            foreach (var member in user.Body.Instructions.Select(instruction => instruction.Operand).OfType<MemberReference>())
            {
                AddUser(user, member);
            }
        }
    }

    public IReadOnlyCollection<MethodDefinition> Of(MethodDefinition method)
    {
        var found = new HashSet<MethodDefinition>();
        var seen = new HashSet<MethodDefinition>();
        var pending = new Stack<MethodDefinition>([method]);
        while (pending.Count > 0)
        {
            var next = pending.Pop();
            if (!seen.Add(next))
            {
                continue;
            }

            if (_twins.TryGetValue(next, out var original) && _added.Contains(original))
            {
                pending.Push(original);
            }
            else if (original != null)
            {
                found.Add(WrittenOf(original));
            }
            else if (!_added.Contains(next))
            {
                var accounts = _modules.Where(module => module.Definition == next.Module).SelectMany(module => module.Report.Before!.AccountsOf(next)).ToList();
                found.UnionWith(accounts.Count > 0 ? accounts : [WrittenOf(next)]);
            }
            else
            {
                foreach (var user in UsersOf(next).Concat(UsersOf(next.DeclaringType)))
                {
                    pending.Push(user);
                }
            }
        }

        return found;
    }

    /// <summary>
    /// Returns the method that contained a method's code before the weave. This is the method itself, or the method from which the weaver copied the code.
    /// Returns null if the weaver generated the code.
    /// </summary>
    public MethodDefinition? SourceOf(MethodDefinition method)
    {
        var source = _added.Contains(method) ? _twins.TryGetValue(method, out var original) ? original : null : method;
        return source is { HasBody: true } ? source : null;
    }

    // A method that uses one member of an added class counts as a user of the whole class.
    private void AddUser(MethodDefinition user, MemberReference member)
    {
        var named = member switch
        {
            MethodReference method => method.Definition(),
            FieldReference field => field.DeclaringType.Resolve(),
            TypeReference type => type.Resolve(),
            _ => (IMemberDefinition?)null,
        };
        if (named is MethodDefinition definition && _added.Contains(definition))
        {
            Add(definition);
            Add(definition.DeclaringType);
        }
        else if (named is TypeDefinition declaring)
        {
            Add(declaring);
        }

        void Add(IMemberDefinition used)
        {
            if (!_users.TryGetValue(used, out var users))
            {
                _users.Add(used, users = []);
            }

            users.Add(user);
        }
    }

    // If a type existed before the weave, a method that uses the type does not necessarily use the methods that were added to the type. So the users of the
    // type do not count.
    private IEnumerable<MethodDefinition> UsersOf(IMemberDefinition member) =>
        member is TypeDefinition type && type.Methods.Any(method => !_added.Contains(method)) ? []
        : _users.TryGetValue(member, out var users) ? users : [];

    private MethodDefinition WrittenOf(MethodDefinition method) =>
        _modules.Find(module => module.Definition == method.Module)?.Report.Owners.KickOffOf(method) ?? method;
}
