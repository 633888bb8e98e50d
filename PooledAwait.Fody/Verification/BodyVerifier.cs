namespace PooledAwait.Fody.Verification;

/// <summary>
/// Verifies one body. Follows every path, from the method's start and from the start of each handler. Where paths meet, merges what is known of the stack. If
/// the merge changes what is known, follows the code from there again. After that, follows the code that no path has reached, beginning with an empty stack.
/// (The JIT ignores such code.)
/// </summary>
/// <remarks>
/// The weaver's analysis uses <see cref="StackWalk"/> instead. StackWalk needs no types and gives up at the first fault, so it visits each instruction only
/// once. This class needs the types, and continues after a fault to find the other faults.
/// </remarks>
internal sealed class BodyVerifier
{
    private readonly BodyFrame _frame;
    private readonly MethodBody _body;
    private readonly Instruction[] _instructions;
    private readonly bool _isInOrder;
    private readonly bool[] _isJoin;
    private readonly ProtectedPart[] _parts;

    // For each position: whether a protected part starts or ends there. If not, control that comes from the previous instruction neither enters nor leaves a
    // part.
    private readonly bool[] _isEdge;
    private readonly ControlTransfer _transfer;
    private readonly (StackEntry[] Stack, bool Initialised)?[] _states;
    private readonly Stack<int> _pending = new();
    private readonly bool[] _isReached;

    private BodyVerifier(BodyFrame frame)
    {
        _frame = frame;
        _body = frame.Method.Body;
        _instructions = [.. _body.Instructions];
        _states = new (StackEntry[], bool)?[_instructions.Length];
        _isReached = new bool[_instructions.Length];
        _isJoin = new bool[_instructions.Length];
        _isEdge = new bool[_instructions.Length + 1];
        _isInOrder = true;
        for (var i = 1; i < _instructions.Length; i++)
        {
            _isInOrder &= _instructions[i - 1].Offset < _instructions[i].Offset;
        }

        foreach (var target in _instructions.SelectMany(BodyLabels.TargetsOf))
        {
            if (PositionOf(target) is >= 0 and var position)
            {
                _isJoin[position] = true;
            }
        }

        (_parts, var fault) = ProtectedPart.Of(_body, PositionOf);
        _transfer = new ControlTransfer(_parts);
        if (fault != null)
        {
            frame.Instruction = _instructions[0];
            frame.Report(FindingKind.Region, fault);
            frame.IsLost = true;
            return;
        }

        foreach (var part in _parts)
        {
            _isJoin[part.Start] = _isEdge[part.Start] = _isEdge[part.End] = true;
        }
    }

    /// <summary>Finds what is wrong with a method's body.</summary>
    public static IReadOnlyList<Finding> Verify(VerifiedTypes types, MethodDefinition method)
    {
        var body = method.Body;
        if (body.Instructions.Count == 0)
        {
            // If the method was read from a file, a body without instructions is correct: the runtime provides the code.
            return method.MetadataToken.RID != 0 ? [] : [new Finding(method, 0, FindingKind.Malformed, "a body without instructions")];
        }

        var frame = new BodyFrame(types, method)
        {
            Arguments = [.. method.ArgumentTypes().Select(TypeShape.Plain)],
            Locals = [.. body.Variables.Select(variable => TypeShape.Plain(variable.VariableType))],
            KeepsThis = !body.Instructions.Any(IsStoreToThis),
        };
        var verifier = new BodyVerifier(frame);
        if (!frame.IsLost)
        {
            var isConstructor = method is { Name: ".ctor", IsStatic: false, DeclaringType: { IsValueType: false, BaseType: not null } };
            verifier.Run(initialised: !isConstructor);
        }

        return frame.HasFindings ? [.. frame.Findings] : [];

        bool IsStoreToThis(Instruction instruction) =>
            instruction.OpCode.Code is Code.Starg or Code.Starg_S && method.HasThis && instruction.Operand == body.ThisParameter;
    }

    private void Run(bool initialised)
    {
        Follow(0, initialised);
        for (var index = 1; index < _instructions.Length && !_frame.IsLost; index++)
        {
            if (!_isReached[index])
            {
                Follow(index, initialised: true);
            }
        }
    }

    private void Follow(int start, bool initialised)
    {
        _states[start] = ([], initialised);
        _pending.Push(start);
        while (_pending.Count > 0)
        {
            var index = _pending.Pop();
            var (stack, isInitialised) = _states[index]!.Value;
            _frame.Enter(stack, isInitialised);
            _frame.Prefixes.Clear();
            while (Step(index) && ++index < _instructions.Length)
            {
                if (_isJoin[index])
                {
                    Join(index, _frame.Stack());
                    break;
                }
            }
        }
    }

    /// <summary>
    /// Checks one instruction, and joins the stack after it with the stacks at its branch targets. Returns false if control does not go on to the next
    /// instruction.
    /// </summary>
    private bool Step(int index)
    {
        var instruction = _frame.Instruction = _instructions[index];
        _isReached[index] = true;
        if (_isJoin[index])
        {
            EnterTries(index);
        }

        if (Prefix.Is(instruction))
        {
            _frame.Prefixes.Add(_frame);
            return Continue(index);
        }

        _frame.Prefixes.Check(_frame);
        if (_frame.Prefixes.Has(Code.Tail) && (index + 1 == _instructions.Length || _instructions[index + 1].OpCode.Code != Code.Ret))
        {
            _frame.Report(FindingKind.Prefix, "tail call without ret");
        }

        if (!(FlowRules.Verify(_frame, _transfer, index) || LoadRules.Verify(_frame) || CallRules.Verify(_frame) || FieldRules.Verify(_frame)
            || ArithmeticRules.Verify(_frame) || ObjectRules.Verify(_frame) || MemoryRules.Verify(_frame) || ArrayRules.Verify(_frame)))
        {
            _frame.Report(FindingKind.Malformed, $"{instruction.OpCode} is not known");
            return false;
        }

        _frame.Prefixes.Clear();
        if (_frame.IsLost)
        {
            return false;
        }

        foreach (var target in BodyLabels.TargetsOf(instruction))
        {
            Branch(index, target);
        }

        return instruction.OpCode.FlowControl is not (FlowControl.Branch or FlowControl.Return or FlowControl.Throw) && Continue(index);
    }

    private bool Continue(int index)
    {
        if (index + 1 == _instructions.Length)
        {
            _frame.Report(FindingKind.Malformed, "control falls off the end");
            return false;
        }

        if (_isEdge[index + 1])
        {
            _frame.Report(_transfer.Branch(index, index + 1));
        }

        return true;
    }

    private void Branch(int from, Instruction target)
    {
        var to = PositionOf(target);
        if (to < 0 || (to > 0 && Prefix.Is(_instructions[to - 1])))
        {
            _frame.Report(FindingKind.BranchTarget, $"{_frame.Instruction.OpCode} to where no instruction starts");
            return;
        }

        if (_parts.Length > 0)
        {
            _frame.Report(_frame.Code is Code.Leave or Code.Leave_S ? _transfer.Leave(from, to) : _transfer.Branch(from, to));
        }

        Join(to, _frame.Stack());
    }

    // Enters the handlers of the try blocks that start at a position, because any instruction in a try block may throw. A catch handler or a filter starts with
    // only the exception on the stack, and any other handler with an empty stack.
    private void EnterTries(int index)
    {
        foreach (var part in _parts)
        {
            if (part.Kind != PartKind.Try || part.Start != index)
            {
                continue;
            }

            if (_frame.Depth > 0)
            {
                _frame.Report(FindingKind.StackDepth, $"{_frame.Depth} values at the start of a try");
            }

            foreach (var handler in _parts)
            {
                if (handler.Kind != PartKind.Try && handler.Tried == part.Tried)
                {
                    Join(handler.Start, Thrown(_body.ExceptionHandlers[handler.Clause]));
                }
            }
        }
    }

    private StackEntry[] Thrown(ExceptionHandler clause) => clause.HandlerType switch
    {
        ExceptionHandlerType.Catch => [clause.CatchType == null ? default : ObjectRules.Boxed(_frame, TypeShape.Plain(clause.CatchType))],
        ExceptionHandlerType.Filter => [new StackEntry(StackKind.Reference, _frame.Module.TypeSystem.Object)],
        _ => [],
    };

    private void Join(int index, StackEntry[] stack)
    {
        if (_states[index] is not var (known, initialised))
        {
            _states[index] = (stack, _frame.IsInitialised);
            _pending.Push(index);
            return;
        }

        if (known.Length != stack.Length)
        {
            _frame.Report(FindingKind.StackDepth, $"{stack.Length} values meet {known.Length}");
            return;
        }

        if (initialised != _frame.IsInitialised)
        {
            _frame.Report(FindingKind.Uninitialised, "paths meet, and the object is constructed on some of them only");
        }

        StackEntry[]? merged = null;
        for (var i = 0; i < stack.Length; i++)
        {
            var value = ValueMerge.Of(_frame, known[i], stack[i]);
            if (!value.Equals(known[i]))
            {
                merged ??= [.. known];
                merged[i] = value;
            }
        }

        if (merged != null)
        {
            _states[index] = (merged, initialised);
            _pending.Push(index);
        }
    }

    /// <summary>
    /// Returns the position of an instruction; negative if the instruction is not in the body. If the offsets are in order, the search compares offsets,
    /// because a search for the instruction itself would take longer.
    /// </summary>
    private int PositionOf(Instruction? instruction)
    {
        if (instruction == null)
        {
            return -1;
        }

        if (!_isInOrder)
        {
            return Array.LastIndexOf(_instructions, instruction);
        }

        var (start, end) = (0, _instructions.Length);
        while (start < end)
        {
            var middle = (start + end) / 2;
            if (_instructions[middle].Offset == instruction.Offset)
            {
                return _instructions[middle] == instruction ? middle : -1;
            }

            (start, end) = _instructions[middle].Offset < instruction.Offset ? (middle + 1, end) : (start, middle);
        }

        return -1;
    }
}
