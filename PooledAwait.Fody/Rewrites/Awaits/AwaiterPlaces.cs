namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// The local variables and fields that the changed awaits of one method use. While the machine waits, a field holds the awaiter. One variable and one field for
/// each type are enough, because a machine waits for one thing at a time.
/// </summary>
/// <param name="editor">Edits the method that awaits.</param>
internal sealed class AwaiterPlaces(BodyEditor editor)
{
    /// <summary>
    /// The prefix of the compiler's names for awaiter fields. The weaver's names begin with the same prefix, because ValueTaskSteps and PooledAwait.Inspect
    /// recognise awaiter fields by their names.
    /// </summary>
    private const string CompilersPrefix = "<>u__";

    private const string FieldPrefix = CompilersPrefix + "ValueTask";

    private readonly TypeDefinition _machine = editor.Body.Method.DeclaringType;
    private readonly Dictionary<string, VariableDefinition> _locals = [];
    private readonly Dictionary<string, FieldDefinition> _fields = [];
    private readonly HashSet<FieldDefinition> _replaced = [];

    /// <summary>Removes the replaced fields, except those that the machine's code still uses.</summary>
    public void RemoveUnusedFields()
    {
        if (_replaced.Count == 0)
        {
            return;
        }

        var used = new HashSet<FieldDefinition?>(_machine.Methods.Where(method => method.HasBody)
            .SelectMany(method => method == editor.Body.Method ? editor.Instructions : method.Body.Instructions)
            .Select(instruction => (instruction.Operand as FieldReference)?.Resolve()));
        foreach (var field in _replaced.Where(field => !used.Contains(field)))
        {
            _machine.Fields.Remove(field);
        }
    }

    /// <summary>Returns the local variable for values of a type; adds the variable if there is none.</summary>
    public VariableDefinition Local(TypeReference type)
    {
        if (!_locals.TryGetValue(TypeKey.Of(type), out var local))
        {
            _locals.Add(TypeKey.Of(type), local = editor.AddLocal(type));
        }

        return local;
    }

    /// <summary>
    /// Returns the machine's field for awaiters of a type, as the machine's code refers to it. Adds a field if the machine has none for this type.
    /// </summary>
    /// <param name="awaiter">The type.</param>
    /// <param name="replaced">The field that the await uses before the change. The returned field replaces this field.</param>
    public FieldReference Field(TypeReference awaiter, FieldReference replaced)
    {
        _replaced.Add(replaced.Resolve());
        var machine = replaced.DeclaringType;
        var key = TypeKey.Of(awaiter);
        if (!_fields.TryGetValue(key, out var field))
        {
            _fields.Add(key, field = FieldOf(awaiter, key));
        }

        return machine is GenericInstanceType ? new FieldReference(field.Name, field.FieldType, machine) : field;
    }

    private FieldDefinition FieldOf(TypeReference awaiter, string key)
    {
        var field = _machine.Fields.FirstOrDefault(own => own.Name.StartsWith(CompilersPrefix, StringComparison.Ordinal) && TypeKey.Of(own.FieldType) == key);
        if (field == null)
        {
            var number = 1 + _machine.Fields.Count(own => own.Name.StartsWith(FieldPrefix, StringComparison.Ordinal));
            _machine.Fields.Add(field = new FieldDefinition($"{FieldPrefix}{number}", FieldAttributes.Private, awaiter));
        }

        return field;
    }
}
