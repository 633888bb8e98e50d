namespace PooledAwait.Fody.Values;

/// <summary>
/// An index of a body's instructions by the variable or field (<see cref="Place"/>) that they name. Without this index, the analysis of each value would search
/// the whole body.
/// </summary>
internal sealed class AccessedPlaces
{
    private static readonly Instruction[] s_none = [];

    private readonly FollowedBody _body;
    private readonly Dictionary<Place, Instruction?> _keepers = [];
    private readonly Dictionary<FieldDefinition, bool> _namedAsOwn = [];

    private readonly Dictionary<Variable, List<Instruction>> _variables = [];
    private readonly Dictionary<string, List<Instruction>> _fields = [];

    public AccessedPlaces(FollowedBody body)
    {
        _body = body;
        foreach (var instruction in body.Stack.Flow.Instructions)
        {
            if (instruction.Operand is FieldReference named)
            {
                Add(_fields, named.Name, instruction);
            }
            else if (VariableAccess.Of(instruction, body.Method) is { } access)
            {
                Add(_variables, access.Variable, instruction);
            }
        }
    }

    /// <summary>Returns all instructions that name a place, in the order of the body.</summary>
    public IEnumerable<Instruction> Naming(Place place) => place.Field is { } field ? Naming(field)
        : _variables.TryGetValue(place.Variable, out var found) ? found
        : s_none;

    /// <summary>Returns all instructions that name a field, in the order of the body.</summary>
    public IEnumerable<Instruction> Naming(FieldDefinition field) => _fields.TryGetValue(field.Name, out var found)
        ? found.Where(instruction => ((FieldReference)instruction.Operand).Resolve() == field)
        : s_none;

    /// <summary>Returns whether every instruction that names a field accesses the field on <c>this</c> (the machine), and not on another object.</summary>
    public bool AreOwn(FieldDefinition field)
    {
        if (!_namedAsOwn.TryGetValue(field, out var areOwn))
        {
            _namedAsOwn.Add(field, areOwn = Naming(field).All(at => _body.Stack.IsReachable(at) && _body.OwnField(at) == field));
        }

        return areOwn;
    }

    /// <summary>
    /// Returns an instruction that loads a place's address for code that may keep the address; null if there is no such instruction. Code that keeps the
    /// address may later read and write the place, and the analysis would not notice.
    /// </summary>
    public Instruction? KeeperOf(Place place)
    {
        if (!_keepers.TryGetValue(place, out var keeper))
        {
            _keepers.Add(place, keeper = Naming(place).FirstOrDefault(at =>
                _body.Stack.IsReachable(at) && _body.LoadedFrom(at, out var isAddress) == place && isAddress &&
                _body.Stack.ConsumersOf(at).Any(use => AddressKeepers.MayKeep(use.Consumer))));
        }

        return keeper;
    }

    private static void Add<TKey>(Dictionary<TKey, List<Instruction>> index, TKey key, Instruction instruction)
        where TKey : notnull
    {
        if (!index.TryGetValue(key, out var found))
        {
            index.Add(key, found = []);
        }

        found.Add(instruction);
    }
}
