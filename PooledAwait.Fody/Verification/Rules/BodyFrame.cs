namespace PooledAwait.Fody.Verification;

/// <summary>The state of the check of one body: the method, the values on the stack before the current instruction, and the findings so far.</summary>
internal sealed class BodyFrame(VerifiedTypes types, MethodDefinition method)
{
    private readonly List<StackEntry> _stack = [];
    private readonly Dictionary<(int, FindingKind), string> _findings = [];

    public VerifiedTypes Types => types;

    public ResolvedTypes Resolved => types.Resolved;

    public Assignability Assignability => types.Assignability;

    public SameTypes Same => types.Same;

    public Visibility Visibility { get; } = types.VisibilityFrom(method.DeclaringType);

    public MethodDefinition Method => method;

    public TypeDefinition DeclaringType => method.DeclaringType;

    public ModuleDefinition Module => method.Module;

    public TypeReference[] Arguments { get; set; } = [];

    public TypeReference[] Locals { get; set; } = [];

    /// <summary>
    /// The type of the value that the body itself returns. In a runtime-async method, this is the type of the task's result, because the runtime makes the
    /// task.
    /// </summary>
    public TypeReference ReturnType { get; } = RuntimeAsync.ReturnTypeOf(method);

    /// <summary>Whether the body returns a reference through which callers must not write. For a lambda, only an attribute shows this.</summary>
    public bool ReturnsReadOnly =>
        TypeShape.OnlyReads(ReturnType) || (ReturnType.IsByReference && method.MethodReturnType is { HasCustomAttributes: true } result && result.CustomAttributes.Any(ReadOnlyParameter.IsSaidBy));

    /// <summary>True if the body never stores another object into <c>this</c>.</summary>
    public bool KeepsThis { get; set; }

    public Instruction Instruction { get; set; } = null!;

    public Code Code => Instruction.OpCode.Code;

    public Prefixes Prefixes { get; } = new();

    /// <summary>False in a constructor that has not yet called a constructor of the base class, or another constructor of its own class.</summary>
    public bool IsInitialised { get; set; }

    /// <summary>True if the content of the stack has become unknown, so that the code after the instruction cannot be checked.</summary>
    public bool IsLost { get; set; }

    public int Depth => _stack.Count;

    public bool HasFindings => _findings.Count > 0;

    public IEnumerable<Finding> Findings => _findings.Select(found => new Finding(method, found.Key.Item1, found.Key.Item2, found.Value)).OrderBy(found => found.Offset);

    public void Enter(StackEntry[] stack, bool initialised)
    {
        _stack.Clear();
        _stack.AddRange(stack);
        IsLost = false;
        IsInitialised = initialised;
    }

    public StackEntry[] Stack() => _stack.Count == 0 ? [] : [.. _stack];

    public StackEntry At(int index) => _stack[index];

    public void Push(StackEntry value) => _stack.Add(value);

    public void Push(StackKind kind) => _stack.Add(new StackEntry(kind));

    public void Push(TypeReference declared) => _stack.Add(Resolved.ValueOf(declared));

    public void PushUnknown() => _stack.Add(default);

    /// <summary>Pushes the result of a call, if the call returns one.</summary>
    public void PushResult(TypeReference type, StackMarks marks = StackMarks.None)
    {
        if (!TypeShape.IsVoid(type))
        {
            Push(Resolved.ValueOf(type).With(marks));
        }
    }

    public StackEntry Pop()
    {
        if (_stack.Count == 0)
        {
            Report(FindingKind.StackUnderflow, $"nothing for {Instruction.OpCode} to take");
            return default;
        }

        var value = _stack[_stack.Count - 1];
        _stack.RemoveAt(_stack.Count - 1);
        return value;
    }

    public void Clear() => _stack.Clear();

    /// <summary>Marks the object under construction as initialised, wherever it is on the stack.</summary>
    public void Initialise()
    {
        IsInitialised = true;
        for (var i = 0; i < _stack.Count; i++)
        {
            _stack[i] = _stack[i].Without(StackMarks.Uninitialised);
        }
    }

    /// <summary>Pops a value, and checks that it fits a declared type.</summary>
    public StackEntry PopAs(TypeReference type, Destination to, bool onlyReads = false)
    {
        var value = Pop();
        Assign(value, type, to, onlyReads);
        return value;
    }

    /// <summary>Pops a value, and checks that it is of a certain kind.</summary>
    public StackEntry Pop(StackKind kind) => Pop(kind, kind);

    public StackEntry Pop(StackKind kind, StackKind otherwise)
    {
        var value = Pop();
        if (value.Kind != StackKind.Unknown && value.Kind != kind && value.Kind != otherwise)
        {
            Report(FindingKind.Operand, $"{Instruction.OpCode} on {value}");
            return default;
        }

        return Used(value);
    }

    /// <summary>Checks that a value is not an object under construction, and returns the value.</summary>
    public StackEntry Used(StackEntry value)
    {
        if (value.Is(StackMarks.Uninitialised))
        {
            Report(FindingKind.Uninitialised, $"{Instruction.OpCode} on an object under construction");
        }

        return value;
    }

    /// <summary>Checks that a value fits a declared type.</summary>
    public void Assign(StackEntry value, TypeReference type, Destination to, bool onlyReads = false)
    {
        var target = Resolved.ValueOf(type);
        Used(value);
        if (value.Kind == StackKind.Unknown || target.Kind == StackKind.Unknown)
        {
            return;
        }

        var fits = (target.Kind, value.Kind) switch
        {
            (StackKind.Reference, StackKind.Reference) => value.Type == null || Assignability.IsAssignable(value.Type, target.Type!),
            (StackKind.Value, StackKind.Value) => Same.Are(target.Type!, value.Type!),

            // Boxing a reference does nothing. So if a type parameter stands for a class, C# sometimes uses a boxed value without unboxing it.
            (StackKind.Value, StackKind.Reference) => target.Type is GenericParameter && (Resolved.IsReference(target.Type) ?? Resolved.IsUnknown(target.Type)) && value.Type != null && Same.Are(target.Type, value.Type),
            (StackKind.ManagedPointer, StackKind.ManagedPointer) => Same.AreInMemory(target.Type!, value.Type!),

            // Unsafe code may convert managed pointers to numbers, and numbers to managed pointers.
            (StackKind.NativeInt, StackKind.Int32 or StackKind.ManagedPointer) or (StackKind.ManagedPointer, StackKind.NativeInt) => true,
            var (first, second) => first == second,
        };
        if (!fits)
        {
            Report(FindingKind.Assignment, $"{value} as {to} of type {type.FullName}");
        }
        else if (target.Kind == StackKind.ManagedPointer && value.Is(StackMarks.ReadOnly) && !onlyReads)
        {
            Report(FindingKind.ReadOnly, $"{value} as {to}");
        }
    }

    public void Report(FindingKind kind, string text) => _findings[(Instruction.Offset, kind)] = text;

    public void Report((FindingKind Kind, string Text)? finding)
    {
        if (finding is { } found)
        {
            Report(found.Kind, $"{Instruction.OpCode} {found.Text}");
        }
    }
}
