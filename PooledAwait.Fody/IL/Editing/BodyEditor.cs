namespace PooledAwait.Fody.IL;

/// <summary>
/// The only class that edits method bodies. It changes instructions in place, so that branches, exception handlers, sequence points and async stepping
/// information still refer to the same instructions. The name of each inserting method says which paths run the inserted code. Dispose gives inserted branches
/// their short form, and lengthens all branches that would not reach their targets. If the weaver misuses this class, the class throws.
/// </summary>
internal sealed class BodyEditor : IDisposable
{
    private readonly HashSet<Instruction> _own;
    private readonly List<AsyncMethodBodyDebugInformation> _withoutCatchHandler;
    private readonly List<Instruction> _written = [];
    private readonly LinkedCode _code;

    // Every instruction that is or was the target of a branch; null until this set is first needed.
    private HashSet<Instruction>? _targets;
    private bool _closed;

    /// <summary>Opens a body. Nothing else may edit the body until this editor is disposed.</summary>
    public BodyEditor(MethodDefinition method)
    {
        if (!method.HasBody || method.Body.Instructions.Count == 0)
        {
            throw new ArgumentException($"{method.FullName} has no body.", nameof(method));
        }

        Body = method.Body;
        _own = new HashSet<Instruction>(Body.Instructions);
        _code = new LinkedCode(Body);
        _withoutCatchHandler = BodyLabels.WithoutCatchHandler(Body);

        // Debug information names instructions by offset, so each instruction needs a unique offset. In a body that Cecil has just read, the offsets are unique
        // already.
        BranchForms.Settle(Body);
    }

    /// <summary>The body. Until this editor is disposed, the body's list of instructions may lack inserted instructions.</summary>
    public MethodBody Body { get; }

    /// <summary>All instructions, including the inserted ones.</summary>
    public IEnumerable<Instruction> Instructions => _code.All;

    /// <summary>Gives an instruction another operand of the same kind. No offset changes.</summary>
    public void ReplaceOperand(Instruction instruction, object operand)
    {
        Require(instruction);
        Change(instruction, instruction.OpCode, operand);
    }

    /// <summary>
    /// Replaces one instruction with code. Every branch to the instruction now leads to the code. The instruction object stays in the body, and gets the opcode
    /// and the operand of <paramref name="first"/>. The object <paramref name="first"/> itself is not inserted. The rest of the code is inserted after the
    /// instruction.
    /// </summary>
    public void Replace(Instruction instruction, Instruction first, params Instruction[] rest)
    {
        Require(instruction);
        if (rest.Length > 0)
        {
            InsertAfter(instruction, rest);
        }

        Change(instruction, first.OpCode, first.Operand);
        _written.Add(instruction);
    }

    /// <summary>Turns an instruction into a nop. If the instruction has a prefix, the prefix must become a nop first.</summary>
    public void Nop(Instruction instruction)
    {
        Require(instruction);
        Change(instruction, OpCodes.Nop, null);
    }

    /// <summary>
    /// Inserts code that runs every time before the target runs, however control gets there. Branches, exception handlers and debug information that referred
    /// to the target now refer to the code's first instruction. So the code belongs to the target's statement and try block.
    /// </summary>
    public void InsertOnEveryPathTo(Instruction target, params Instruction[] code)
    {
        Require(target);
        RefuseFilters(target);
        RequireCode(code);

        // Move the branches before inserting the code, because the code's own branches to the target must keep their target.
        _targets ??= [.. _code.All.SelectMany(BodyLabels.TargetsOf)];
        if (_targets.Contains(target))
        {
            BodyLabels.MoveBranches(_code.All, target, code[0]);
            _targets.Add(code[0]);
        }

        BodyLabels.Move(Body, target, code[0]);
        Insert(target.Previous, code);
    }

    /// <summary>
    /// Inserts code that runs when an instruction has completed and control goes on to the next instruction. The code belongs to the instruction's try block
    /// and statement. Branches to the next instruction skip the code. If the instruction is an unconditional branch, a return or a throw, the code runs only if
    /// other inserted code branches to it. The code must then also end with an unconditional branch, a return or a throw.
    /// </summary>
    public void InsertAfter(Instruction instruction, params Instruction[] code)
    {
        Require(instruction);
        RefuseFilters(instruction);
        RequireCode(code);
        if (!GoesOn(instruction) && GoesOn(code[code.Length - 1]))
        {
            throw new InvalidOperationException($"{instruction} of {Name} never goes on to the code behind it.");
        }

        Insert(instruction, code);
    }

    /// <summary>Adds a local variable that debuggers do not show.</summary>
    public VariableDefinition AddLocal(TypeReference type)
    {
        RequireOpen();
        var local = new VariableDefinition(type);

        // If the method already has locals, keep the InitLocals that the compiler chose for them. If it has none, set InitLocals, so that the new local is
        // zeroed.
        Body.InitLocals |= !Body.HasVariables;
        Body.Variables.Add(local);
        return local;
    }

    /// <summary>
    /// Gives a local variable another type. By the time this editor is disposed, all code that stores or loads the variable must use the new type.
    /// </summary>
    public void Retype(VariableDefinition local, TypeReference type)
    {
        RequireOpen();
        if (!Body.Variables.Contains(local))
        {
            throw new ArgumentException($"{local} is not a variable of {Name}.", nameof(local));
        }

        local.VariableType = type;
    }

    public void Dispose()
    {
        if (!_closed)
        {
            _closed = true;
            _code.Settle();
            _written.ForEach(BranchForms.Shorten);
            BranchForms.Settle(Body);
        }
    }

    private string Name => Body.Method.FullName;

    private void Insert(Instruction? previous, Instruction[] code)
    {
        if (previous != null && Prefix.Is(previous))
        {
            throw new InvalidOperationException($"{previous} of {Name} belongs to the instruction behind it.");
        }

        foreach (var instruction in code)
        {
            if (!_own.Add(instruction))
            {
                throw new ArgumentException($"{instruction} is in the body of {Name} already.", nameof(code));
            }
        }

        foreach (var instruction in code)
        {
            RequireOperand(instruction.OpCode, instruction.Operand);
            _targets?.UnionWith(BodyLabels.TargetsOf(instruction));

            // Set a unique offset that is lower than any offset in debug information.
            instruction.Offset = int.MinValue + _written.Count;
            _written.Add(instruction);
        }

        _code.Insert(previous, code);

        // When an instruction is inserted, Cecil mistakes "no catch handler" for an unknown offset, and makes the first instruction the catch handler. Restore
        // "no catch handler".
        _withoutCatchHandler.ForEach(async => async.CatchHandler = new InstructionOffset(-1));
    }

    private void Change(Instruction instruction, OpCode code, object? operand)
    {
        RequireOperand(code, operand);
        if (code != instruction.OpCode && Prefix.IsBefore(instruction))
        {
            throw new InvalidOperationException($"{instruction} of {Name} has a prefix, which must become a nop first.");
        }

        instruction.OpCode = code;
        instruction.Operand = operand;
        _targets?.UnionWith(BodyLabels.TargetsOf(instruction));
    }

    // Refuse insertions into a filter. Inserted code cannot jump out of a filter, and the runtime swallows the exceptions that a filter throws.
    private void RefuseFilters(Instruction instruction)
    {
        var filters = Body.ExceptionHandlers.Where(handler => handler.HandlerType == ExceptionHandlerType.Filter).ToList();
        if (filters.Count == 0)
        {
            return;
        }

        var instructions = _code.All.ToList();
        var position = instructions.IndexOf(instruction);
        if (filters.Any(filter => instructions.IndexOf(filter.FilterStart) <= position && position < instructions.IndexOf(filter.HandlerStart)))
        {
            throw new InvalidOperationException($"Code must not be inserted in an exception filter: {Name}, instruction {position}.");
        }
    }

    private void Require(Instruction instruction)
    {
        RequireOpen();
        if (!_own.Contains(instruction))
        {
            throw new ArgumentException($"{instruction} is not in the body of {Name}.", nameof(instruction));
        }
    }

    private static void RequireCode(Instruction[] code)
    {
        if (code.Length == 0)
        {
            throw new ArgumentException("There is no code to insert.", nameof(code));
        }
    }

    private void RequireOpen()
    {
        if (_closed)
        {
            throw new ObjectDisposedException(nameof(BodyEditor));
        }
    }

    private void RequireOperand(OpCode code, object? operand)
    {
        var fits = code.OperandType switch
        {
            OperandType.InlineNone => operand is null,
            OperandType.InlineBrTarget or OperandType.ShortInlineBrTarget => operand is Instruction target && _own.Contains(target),
            OperandType.InlineSwitch => operand is Instruction[] targets && targets.All(_own.Contains),
            OperandType.InlineMethod => operand is MethodReference,
            OperandType.InlineField => operand is FieldReference,
            OperandType.InlineType => operand is TypeReference,
            OperandType.InlineTok => operand is MethodReference or FieldReference or TypeReference,
            OperandType.InlineSig => operand is CallSite,
            OperandType.InlineString => operand is string,
            OperandType.InlineI => operand is int,
            OperandType.InlineI8 => operand is long,
            OperandType.InlineR => operand is double,
            OperandType.ShortInlineR => operand is float,
            OperandType.ShortInlineI => code == OpCodes.Ldc_I4_S ? operand is sbyte : operand is byte,
            OperandType.InlineVar => operand is VariableDefinition,
            OperandType.ShortInlineVar => operand is VariableDefinition { Index: <= byte.MaxValue },
            OperandType.InlineArg => operand is ParameterDefinition,
            OperandType.ShortInlineArg => operand is ParameterDefinition { Index: < byte.MaxValue },
            _ => false,
        };
        if (!fits)
        {
            throw new ArgumentException($"{code} in {Name} cannot have the operand {operand ?? "null"}.", nameof(operand));
        }
    }

    private static bool GoesOn(Instruction instruction) =>
        instruction.OpCode.FlowControl is not (FlowControl.Branch or FlowControl.Return or FlowControl.Throw)
        && instruction.OpCode.Code != Code.Jmp;
}
