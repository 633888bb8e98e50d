using PooledAwait.Fody.Program;

namespace PooledAwait.Fody.Rewrites.Builders;

/// <summary>
/// Finds the methods of a module that start a state machine or use a builder field. Reads the module once, before the weaver replaces any builder.
/// </summary>
internal sealed class MachineStarters
{
    private readonly Dictionary<TypeDefinition, List<MethodDefinition>> _starters = [];
    private readonly HashSet<MethodDefinition> _callersOfStart = [];
    private readonly Dictionary<FieldDefinition, HashSet<MethodDefinition>> _users = [];

    public MachineStarters(ModuleDefinition module, MemberUses uses)
    {
        foreach (var (method, member) in uses.Where(IsUse))
        {
            switch (member)
            {
                case FieldReference field when LocalField(field) is { } definition:
                    Add(_users, definition, method);
                    break;

                case GenericInstanceMethod start:
                    _callersOfStart.Add(method);
                    if (LocalType(KickOff.MachineOf(start)) is { } stateMachine)
                    {
                        Add(_starters, stateMachine, method);
                    }

                    break;
            }
        }

        FieldDefinition? LocalField(FieldReference field) => field.DeclaringType.GetElementType().Scope == module ? field.Resolve() : null;

        TypeDefinition? LocalType(TypeReference type) =>
            type is not GenericParameter && type.GetElementType().Scope == module ? type.Resolve() : null;
    }

    /// <summary>Returns whether a method calls a builder's <c>Start</c>, for any machine.</summary>
    public bool Starts(MethodDefinition method) => _callersOfStart.Contains(method);

    /// <summary>The methods that start the given machine. A method is listed once for each of its calls of <c>Start</c>.</summary>
    public IReadOnlyList<MethodDefinition> StartersOf(TypeDefinition stateMachine) =>
        _starters.TryGetValue(stateMachine, out var starters) ? starters : [];

    public IReadOnlyCollection<MethodDefinition> UsersOf(FieldDefinition builderField) =>
        _users.TryGetValue(builderField, out var users) ? users : [];

    private static bool IsUse(MemberReference member) => member switch
    {
        FieldReference field => BuilderType.Of(field.FieldType) != null,
        GenericInstanceMethod { Name: "Start", GenericArguments.Count: 1 } start => BuilderType.Of(start.DeclaringType) != null,
        _ => false,
    };

    private static void Add<TKey, TCollection>(Dictionary<TKey, TCollection> index, TKey key, MethodDefinition method)
        where TKey : notnull
        where TCollection : ICollection<MethodDefinition>, new()
    {
        if (!index.TryGetValue(key, out var methods))
        {
            index.Add(key, methods = new TCollection());
        }

        methods.Add(method);
    }
}
