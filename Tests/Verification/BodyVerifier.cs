using System.Reflection.Metadata;
using ICSharpCode.Decompiler.TypeSystem;
using Tests.Verification.Rules;

namespace Tests.Verification;

/// <summary>
/// Follows every path through one body, from the method's start and from each handler's, until what is known of the stack before each
/// instruction no longer changes. Code that no path reaches, at which the JIT never looks, is followed last, with nothing on the stack where it
/// begins.
/// </summary>
internal sealed class BodyVerifier
{
    private readonly BodyFrame _frame;
    private readonly MethodBodyBlock _body;
    private readonly List<IlInstruction> _instructions;
    private readonly Dictionary<int, int> _indices = [];
    private readonly HashSet<int> _joins = [];
    private readonly IReadOnlyList<ProtectedPart> _parts;
    private readonly ControlTransfer _transfer;
    private readonly (StackValue[] Stack, bool Initialised)?[] _states;
    private readonly Stack<int> _pending = new();
    private readonly bool[] _isReached;

    private BodyVerifier(BodyFrame frame, MethodBodyBlock body, List<IlInstruction> instructions)
    {
        _frame = frame;
        _body = body;
        _instructions = instructions;
        _states = new (StackValue[], bool)?[instructions.Count];
        _isReached = new bool[instructions.Count];
        for (var i = 0; i < instructions.Count; i++)
        {
            _indices.Add(instructions[i].Offset, i);
            _joins.UnionWith(instructions[i].Targets);
        }

        (_parts, var fault) = ProtectedPart.Of(body, _indices.Keys.ToHashSet(), instructions[^1].End);
        _transfer = new ControlTransfer(_parts);
        _joins.UnionWith(_parts.Select(part => part.Start));
        if (fault is not null)
        {
            frame.Instruction = instructions[0];
            frame.Report(FindingKind.Region, fault);
            _frame.IsLost = true;
        }
    }

    /// <summary>What is wrong with a body.</summary>
    public static BodyFrame Verify(ModuleContext module, IMethod method, MethodBodyBlock body)
    {
        module.Enter(method);
        var instructions = IlInstruction.Read(body.GetILReader());
        var definition = method.DeclaringTypeDefinition!;
        var own = definition.AsParameterizedType() is var type && type.TypeParameterCount > 0 ? type : definition;
        IType[] receiver = method.IsStatic ? [] : [own.IsReferenceType == true ? own : new ByReferenceType(own)];
        var frame = new BodyFrame(module, method)
        {
            Arguments = [.. receiver, .. method.Parameters.Select(parameter => StorageType.Plain(parameter.Type))],
            Locals = [.. module.Tokens.Locals(body.LocalSignature)],
            MaxStack = body.MaxStack,
            KeepsThis = instructions?.Exists(i => i is { OpCode: ILOpCode.Starg or ILOpCode.Starg_s, Operand: 0 }) == false,
        };
        if (instructions is null or [])
        {
            frame.Report(FindingKind.Malformed, "bytes that are no instructions");
            return frame;
        }

        if (frame.Locals.Length > 0 && !body.LocalVariablesInitialized)
        {
            frame.Report(FindingKind.InitLocals, "locals are not zeroed");
        }

        var verifier = new BodyVerifier(frame, body, instructions);
        if (!frame.IsLost)
        {
            var isConstructor = method.Name == ".ctor" && !method.IsStatic && own.IsReferenceType == true && !own.IsKnownType(KnownTypeCode.Object);
            verifier.Run(initialised: !isConstructor);
        }

        return frame;
    }

    private void Run(bool initialised)
    {
        Follow(0, initialised);
        for (var index = 1; index < _instructions.Count && !_frame.IsLost; index++)
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
        while (_pending.TryPop(out var index))
        {
            var (stack, isInitialised) = _states[index]!.Value;
            _frame.Enter(stack, isInitialised);
            _frame.Prefixes.Clear();
            while (Step(index) && ++index < _instructions.Count)
            {
                if (_joins.Contains(_instructions[index].Offset))
                {
                    Join(index);
                    break;
                }
            }
        }
    }

    /// <summary>Checks one instruction and joins its branches; false where control does not go on to the next one.</summary>
    private bool Step(int index)
    {
        var instruction = _frame.Instruction = _instructions[index];
        _isReached[index] = true;
        EnterTries(instruction.Offset);
        if (instruction.IsPrefix)
        {
            _frame.Prefixes.Add(_frame);
            return Continue(index);
        }

        _frame.Prefixes.Check(_frame);
        if (_frame.Prefixes.Has(ILOpCode.Tail) && (index + 1 == _instructions.Count || _instructions[index + 1].OpCode != ILOpCode.Ret))
        {
            _frame.Report(FindingKind.Prefix, "tail call without ret");
        }

        if (!(FlowRules.Verify(_frame, _transfer) || LoadRules.Verify(_frame) || CallRules.Verify(_frame) || FieldRules.Verify(_frame)
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

        foreach (var target in instruction.Targets)
        {
            Branch(target);
        }

        return instruction.GoesOn && Continue(index);
    }

    private bool Continue(int index)
    {
        if (index + 1 == _instructions.Count)
        {
            _frame.Report(FindingKind.Malformed, "control falls off the end");
            return false;
        }

        if (_parts.Count > 0)
        {
            _frame.Report(_transfer.Branch(_instructions[index].Offset, _instructions[index + 1].Offset));
        }

        return true;
    }

    private void Branch(int target)
    {
        if (!_indices.TryGetValue(target, out var index) || index > 0 && _instructions[index - 1].IsPrefix)
        {
            _frame.Report(FindingKind.BranchTarget, $"{_frame.Instruction.OpCode} to where no instruction starts");
            return;
        }

        _frame.Report(_frame.Instruction.OpCode is ILOpCode.Leave or ILOpCode.Leave_s
            ? _transfer.Leave(_frame.Instruction.Offset, target)
            : _transfer.Branch(_frame.Instruction.Offset, target));
        Join(index);
    }

    // What can be thrown while a try is on its way is caught with nothing on the stack but the exception.
    private void EnterTries(int offset)
    {
        foreach (var part in _parts)
        {
            if (part.Kind != PartKind.Try || part.Start != offset)
            {
                continue;
            }

            if (_frame.Depth > 0)
            {
                _frame.Report(FindingKind.StackDepth, $"{_frame.Depth} values at the start of a try");
            }

            foreach (var clause in _body.ExceptionRegions.Where(clause => (clause.TryOffset, clause.TryOffset + clause.TryLength) == part.Tried))
            {
                EnterHandler(clause);
            }
        }
    }

    private void EnterHandler(ExceptionRegion clause)
    {
        var caught = clause.Kind == ExceptionRegionKind.Catch ? _frame.Module.Tokens.CatchType(clause.CatchType) : _frame.Relations.Object;
        StackValue[] thrown = clause.Kind is ExceptionRegionKind.Catch or ExceptionRegionKind.Filter ? [ObjectRules.Boxed(caught)] : [];
        Join(_indices[clause.HandlerOffset], thrown);
        if (clause.Kind == ExceptionRegionKind.Filter)
        {
            Join(_indices[clause.FilterOffset], thrown);
        }
    }

    private void Join(int index) => Join(index, _frame.Stack());

    private void Join(int index, StackValue[] stack)
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

        var merged = new StackValue[stack.Length];
        for (var i = 0; i < stack.Length; i++)
        {
            merged[i] = Merge(known[i], stack[i]);
        }

        if (!merged.AsSpan().SequenceEqual(known))
        {
            _states[index] = (merged, initialised);
            _pending.Push(index);
        }
    }

    private StackValue Merge(StackValue first, StackValue second)
    {
        if (first.Equals(second) || first.Kind == StackKind.Unknown)
        {
            return first;
        }

        // What is forbidden of either is forbidden of both, and only what is certain of both is certain.
        const StackMarks Forbidding = StackMarks.ReadOnly | StackMarks.Local | StackMarks.Uninitialised;
        var marks = ((first.Marks | second.Marks) & Forbidding) | (first.Marks & second.Marks);
        switch (first.Kind, second.Kind)
        {
            case (_, StackKind.Unknown):
                return second;
            case (StackKind.Reference, StackKind.Reference):
                return new StackValue(StackKind.Reference, _frame.Relations.Common(first.Type, second.Type), marks);
            case (StackKind.Int32, StackKind.NativeInt) or (StackKind.NativeInt, StackKind.Int32):
                return new StackValue(StackKind.NativeInt);
            case (StackKind.NativeInt, StackKind.NativeInt):
                return new StackValue(StackKind.NativeInt, Marks: marks, Function: Equals(first.Function, second.Function) ? first.Function : null);
            case (StackKind.ManagedPointer, StackKind.ManagedPointer) when StorageType.Same(first.Type!, second.Type!):
            case (StackKind.Value, StackKind.Value) when first.Type!.Equals(second.Type):
                return first with { Marks = marks };
            case (StackKind.ManagedPointer, StackKind.NativeInt or StackKind.Int32)
                or (StackKind.NativeInt or StackKind.Int32, StackKind.ManagedPointer):
                _frame.Report(FindingKind.PointerToReference, $"{first} meets {second}");
                return first.Kind == StackKind.ManagedPointer ? first : second;
            default:
                _frame.Report(FindingKind.Merge, $"{first} meets {second}");
                return default;
        }
    }
}
