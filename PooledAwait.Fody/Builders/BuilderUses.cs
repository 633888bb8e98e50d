using Mono.Cecil;

namespace PooledAwait.Fody.Builders;

/// <summary>Who starts which state machine, and who names which builder field, in the whole module: read once, before any swap.</summary>
internal sealed class BuilderUses
{
    private readonly Dictionary<TypeDefinition, List<MethodDefinition>> _starters = [];
    private readonly Dictionary<FieldDefinition, HashSet<MethodDefinition>> _users = [];

    public BuilderUses(ModuleDefinition module)
    {
        foreach (var method in module.GetTypes().SelectMany(type => type.Methods).Where(method => method.HasBody))
        {
            foreach (var instruction in method.Body.Instructions)
            {
                switch (instruction.Operand)
                {
                    case FieldReference field when BuilderType.Of(field.FieldType) != null && LocalField(field) is { } definition:
                        Add(_users, definition, method);
                        break;

                    case GenericInstanceMethod { Name: "Start", GenericArguments.Count: 1 } start
                        when BuilderType.Of(start.DeclaringType) != null && LocalType(start.GenericArguments[0]) is { } stateMachine:
                        Add(_starters, stateMachine, method);
                        break;
                }
            }
        }

        FieldDefinition? LocalField(FieldReference field) => field.DeclaringType.GetElementType().Scope == module ? field.Resolve() : null;

        TypeDefinition? LocalType(TypeReference type) => type is not GenericParameter && type.GetElementType().Scope == module ? type.Resolve() : null;
    }

    /// <summary>The methods that start a machine, once for each time they do.</summary>
    public IReadOnlyList<MethodDefinition> StartersOf(TypeDefinition stateMachine) =>
        _starters.TryGetValue(stateMachine, out var starters) ? starters : [];

    /// <summary>The methods that name a field of a builder's type.</summary>
    public IReadOnlyCollection<MethodDefinition> UsersOf(FieldDefinition builderField) =>
        _users.TryGetValue(builderField, out var users) ? users : [];

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
