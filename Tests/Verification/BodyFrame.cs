using ICSharpCode.Decompiler.TypeSystem;

namespace Tests.Verification;

/// <summary>The method whose body is checked, the values on its stack before the instruction that is looked at, and what was found so far.</summary>
internal sealed class BodyFrame(ModuleContext module, IMethod method)
{
    private readonly List<StackValue> _stack = [];
    private readonly Dictionary<(int, FindingKind), string> _findings = [];

    public ModuleContext Module => module;

    public TypeRelations Relations => module.Relations;

    public IMethod Method => method;

    public ITypeDefinition DeclaringType { get; } = method.DeclaringTypeDefinition!;

    public required IType[] Arguments { get; init; }

    public required IType[] Locals { get; init; }

    public required int MaxStack { get; init; }

    /// <summary>True where nothing else is ever put into the first argument.</summary>
    public required bool KeepsThis { get; init; }

    public IlInstruction Instruction { get; set; }

    public Prefixes Prefixes { get; } = new();

    /// <summary>In a constructor, false until a constructor of its base or another one of its class was called.</summary>
    public bool IsInitialised { get; set; }

    /// <summary>True once it is not known what lies on the stack.</summary>
    public bool IsLost { get; set; }

    public int Depth => _stack.Count;

    public IEnumerable<KeyValuePair<(int Offset, FindingKind Kind), string>> Findings => _findings;

    public void Enter(StackValue[] stack, bool initialised)
    {
        _stack.Clear();
        _stack.AddRange(stack);
        IsLost = false;
        IsInitialised = initialised;
    }

    public StackValue[] Stack() => [.. _stack];

    public void Push(StackValue value)
    {
        _stack.Add(value);
        if (_stack.Count > MaxStack)
        {
            Report(FindingKind.StackOverflow, $"more than {MaxStack} values");
        }
    }

    public void Push(IType declared) => Push(StackValue.Of(declared));

    /// <summary>Pushes the result of a call; nothing where it returns nothing.</summary>
    public void PushResult(IType type, StackMarks marks = StackMarks.None)
    {
        if (type.Kind != TypeKind.Void)
        {
            Push(StackValue.Of(type).With(marks));
        }
    }

    public StackValue Pop()
    {
        if (_stack.Count == 0)
        {
            Report(FindingKind.StackUnderflow, $"nothing for {Instruction.OpCode} to take");
            return default;
        }

        var value = _stack[^1];
        _stack.RemoveAt(_stack.Count - 1);
        return value;
    }

    public void Clear() => _stack.Clear();

    /// <summary>The object of a constructor is one from now on, wherever it lies.</summary>
    public void Initialise()
    {
        IsInitialised = true;
        for (var i = 0; i < _stack.Count; i++)
        {
            _stack[i] = _stack[i].Without(StackMarks.Uninitialised);
        }
    }

    /// <summary>Takes a value that has to be of a declared type.</summary>
    public StackValue PopAs(IType type, string what, bool onlyReads = false)
    {
        var value = Pop();
        Assign(value, type, what, onlyReads);
        return value;
    }

    /// <summary>Takes a value that has to be of a kind.</summary>
    public StackValue Pop(StackKind kind) => Pop(kind, kind);

    public StackValue Pop(StackKind kind, StackKind otherwise)
    {
        var value = Pop();
        if (value.Kind != StackKind.Unknown && value.Kind != kind && value.Kind != otherwise)
        {
            Report(FindingKind.Operand, $"{Instruction.OpCode} on {value}");
            return default;
        }

        return Used(value);
    }

    /// <summary>The value, which has to be initialised.</summary>
    public StackValue Used(StackValue value)
    {
        if (value.Is(StackMarks.Uninitialised))
        {
            Report(FindingKind.Uninitialised, $"{Instruction.OpCode} on an object under construction");
        }

        return value;
    }

    /// <summary>Checks that a value is of a declared type.</summary>
    public void Assign(StackValue value, IType type, string what, bool onlyReads = false)
    {
        var target = StackValue.Of(type);
        Used(value);
        if (value.Kind == StackKind.Unknown || target.Kind == StackKind.Unknown)
        {
            return;
        }

        var fits = (target.Kind, value.Kind) switch
        {
            (StackKind.Reference, StackKind.Reference) => value.Type is null || Relations.IsAssignable(value.Type, target.Type!),
            (StackKind.Value, StackKind.Value) => target.Type!.Equals(value.Type),

            // C# leaves the box around what stands for a class, which is no box, now and then.
            (StackKind.Value, StackKind.Reference) => target.Type is ITypeParameter { IsReferenceType: true } && target.Type.Equals(value.Type),
            (StackKind.ManagedPointer, StackKind.ManagedPointer) => StorageType.Same(target.Type!, value.Type!),
            (StackKind.NativeInt, StackKind.Int32) => true,
            (StackKind.NativeInt, StackKind.ManagedPointer) => Unsafe(FindingKind.ReferenceToPointer),
            (StackKind.ManagedPointer, StackKind.NativeInt) => Unsafe(FindingKind.PointerToReference),
            var (first, second) => first == second,
        };
        if (!fits)
        {
            Report(FindingKind.Assignment, $"{value} as {what} of type {type.ReflectionName}");
        }
        else if (target.Kind == StackKind.ManagedPointer && value.Is(StackMarks.ReadOnly) && !onlyReads)
        {
            Report(FindingKind.ReadOnly, $"{value} as {what}");
        }

        bool Unsafe(FindingKind kind)
        {
            Report(kind, $"{value} as {what} of type {type.ReflectionName}");
            return true;
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
