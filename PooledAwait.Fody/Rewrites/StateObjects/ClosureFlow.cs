namespace PooledAwait.Fody.Rewrites.StateObjects;

/// <summary>
/// Follows closure objects through the method that creates them. For each closure class, exactly one instruction of the method must create the objects. A
/// closure object may be on the stack, in local variables, and in a field of another closure. The code may do only two things with the object: access its
/// fields, and create the delegates of one call.
/// </summary>
internal sealed class ClosureFlow
{
    private readonly StackAnalysis _stack;
    private readonly LocalFlow _locals;
    private readonly ClosureClasses _classes;
    private readonly IReadOnlyCollection<TypeDefinition> _followed;
    private readonly IReadOnlyList<Instruction> _newDelegates;
    private readonly Dictionary<TypeDefinition, Instruction> _created = [];
    private readonly Dictionary<Instruction, TypeDefinition> _producers = [];
    private readonly List<(StackUse Use, TypeDefinition Closure)> _uses = [];
    private readonly HashSet<Variable> _variables = [];
    private readonly HashSet<Instruction> _moves = [];
    private readonly Dictionary<Instruction, FieldDefinition> _accesses = [];
    private readonly Dictionary<Instruction, FieldDefinition> _links = [];

    private ClosureFlow(
        StackAnalysis stack, LocalFlow locals, ClosureClasses classes, IReadOnlyCollection<TypeDefinition> followed, IReadOnlyList<Instruction> newDelegates)
    {
        _stack = stack;
        _locals = locals;
        _classes = classes;
        _followed = followed;
        _newDelegates = newDelegates;
    }

    /// <summary>The creating method's instructions that only create closure objects, or copy or drop references to them.</summary>
    public IReadOnlyCollection<Instruction> Moves => _moves;

    /// <summary>The loads and stores of captured variables.</summary>
    public IReadOnlyDictionary<Instruction, FieldDefinition> Accesses => _accesses;

    /// <summary>The local variables that hold closure objects.</summary>
    public IEnumerable<VariableDefinition> Variables => _variables.Select(variable => _stack.Flow.Method.Body.Variables[variable.Index]);

    /// <returns>Null if the method uses a closure object in a way that this class cannot follow.</returns>
    public static ClosureFlow? Of(
        StackAnalysis stack, LocalFlow locals, ClosureClasses classes, IReadOnlyCollection<TypeDefinition> followed, IReadOnlyList<Instruction> newDelegates)
    {
        var flow = new ClosureFlow(stack, locals, classes, followed, newDelegates);
        return flow.FindCreations() && flow.Follow() && flow.IsComplete() && flow.FieldsAreSettled() ? flow : null;
    }

    public Instruction CreationOf(TypeDefinition closure) => _created[closure];

    public IEnumerable<Instruction> StoresOf(FieldDefinition field) =>
        _accesses.Concat(_links).Where(access => access.Value == field && access.Key.OpCode.Code == Code.Stfld).Select(access => access.Key);

    private bool FindCreations()
    {
        foreach (var instruction in _classes.Touching(_stack.Flow, _followed))
        {
            if (instruction.OpCode.Code == Code.Newobj && _classes.TouchedBy(instruction.Operand) is { } closure)
            {
                if (_created.ContainsKey(closure) || !_stack.IsReachable(instruction))
                {
                    return false;
                }

                _created.Add(closure, instruction);
            }
        }

        return _created.Count == _followed.Count;
    }

    private bool Follow()
    {
        var pending = new Queue<(Instruction Producer, TypeDefinition Closure)>(_created.Select(created => (created.Value, created.Key)));
        while (pending.Count > 0)
        {
            var (producer, closure) = pending.Dequeue();
            if (_producers.ContainsKey(producer))
            {
                continue;
            }

            _producers.Add(producer, closure);
            _moves.Add(producer);
            foreach (var use in _stack.DirectConsumersOf(producer))
            {
                if (Made(use, closure) is not { } made)
                {
                    return false;
                }

                _uses.Add((use, closure));
                foreach (var next in made)
                {
                    pending.Enqueue(next);
                }
            }
        }

        return true;
    }

    /// <summary>
    /// Decides what an instruction does with the closure object that it takes from the stack. Returns the instructions that then put a closure object on the
    /// stack. If the instruction stores the object into a variable, these are the variable's loads. If the instruction itself leaves a closure object on the
    /// stack, this is only the instruction itself. Returns null if this class cannot follow the use.
    /// </summary>
    private IEnumerable<(Instruction Producer, TypeDefinition Closure)>? Made(StackUse use, TypeDefinition closure)
    {
        var (consumer, argument) = use;
        switch (consumer.OpCode.Code)
        {
            case Code.Dup:
                return [(consumer, closure)];

            case Code.Pop:
                _moves.Add(consumer);
                return [];

            case Code.Newobj when _newDelegates.Contains(consumer) && argument == 0:
                return [];

            case Code.Stfld or Code.Ldfld when !Prefix.IsBefore(consumer) &&
                Field(consumer) is { } field && (argument == 0 ? field.DeclaringType == closure : LinkedBy(field) == closure && _followed.Contains(field.DeclaringType)):
                if (LinkedBy(field) is not { } linked)
                {
                    _accesses[consumer] = field;
                    return [];
                }

                _moves.Add(consumer);
                _links[consumer] = field;
                return consumer.OpCode.Code == Code.Ldfld ? [(consumer, linked)] : [];

            default:
                return VariableAccess.Of(consumer, _stack.Flow.Method) is { Kind: VariableAccessKind.Store, Variable.IsParameter: false } store
                    ? Loaded(store, closure)
                    : null;
        }
    }

    /// <summary>
    /// Returns the loads of a variable. Returns null if the variable has several stores, if a load may see the variable's initial value, or if code loads the
    /// variable's address. In all other cases, each load gets the object that was created last. A load could get an older object only on a path from the
    /// creation to the load that avoids the store. If the method took this path after it created its first object, the load would see the initial value. So if
    /// there is such a path, the result is null.
    /// </summary>
    private IEnumerable<(Instruction, TypeDefinition)>? Loaded(VariableAccess store, TypeDefinition closure)
    {
        var accesses = _locals.AccessesOf(store.Variable);
        if (accesses.Count(access => access.Kind == VariableAccessKind.Store) != 1 ||
            accesses.Any(access => access.Kind == VariableAccessKind.Address) ||
            _locals.UsesOfInitial(store.Variable).Count > 0)
        {
            return null;
        }

        _moves.Add(store.At);
        _variables.Add(store.Variable);
        return accesses.Where(access => access.Kind == VariableAccessKind.Load).Select(access => (access.At, closure));
    }

    /// <summary>Returns whether every use gets only objects that this class has followed, and no other code in the method uses the closure classes.</summary>
    private bool IsComplete() =>
        _uses.All(entry => _stack.DirectProducersOf(entry.Use.Consumer, entry.Use.Argument)
            .All(producer => _producers.TryGetValue(producer, out var closure) && closure == entry.Closure)) &&
        _newDelegates.All(newDelegate => _uses.Any(entry => entry.Use.Consumer == newDelegate)) &&
        _classes.Touching(_stack.Flow, _followed).All(instruction =>
            _newDelegates.Contains(instruction.Next) ||
            _producers.ContainsKey(instruction) ||
            _links.ContainsKey(instruction) ||
            _accesses.ContainsKey(instruction));

    /// <summary>
    /// Returns whether a local variable could take the place of each field, and would have the same value. There are two conditions. Every path from the
    /// object's creation to a load of the field or to a new delegate must store into the field. No code may store into the field after a delegate exists.
    /// </summary>
    private bool FieldsAreSettled()
    {
        var paths = new Paths(_stack.Flow);
        return _accesses.Values.Concat(_links.Values).Distinct().All(field =>
        {
            var stores = StoresOf(field).ToArray();
            var creations = LinkedBy(field) is { } linked ? new[] { field.DeclaringType, linked } : [field.DeclaringType];
            var needed = _accesses.Concat(_links).Where(access => access.Value == field && access.Key.OpCode.Code == Code.Ldfld)
                .Select(access => access.Key).Concat(_newDelegates);
            return creations.All(closure => !paths.Exist(_created[closure], needed, stores.Append(_created[closure]))) &&
                _newDelegates.All(newDelegate => !paths.Exist(newDelegate, stores, [_created[field.DeclaringType]]));
        });
    }

    private TypeDefinition? LinkedBy(FieldDefinition field) =>
        _classes.Of(field.FieldType) is { } closure && _followed.Contains(closure) ? closure : null;

    private static FieldDefinition? Field(Instruction instruction) => (instruction.Operand as FieldReference)?.Resolve();
}
