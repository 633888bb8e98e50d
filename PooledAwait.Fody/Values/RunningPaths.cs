namespace PooledAwait.Fody.Values;

/// <summary>
/// Finds the paths on which the code of a compiled state machine can run from its beginning without suspending. On these paths, the machine's state is always
/// -1. So this class knows where two kinds of branches lead: branches that resume the machine after an await, and branches that skip a finally block because
/// the machine only suspends.
/// </summary>
/// <remarks>docs/following-values.md counts how many methods would keep their builders without this class.</remarks>
internal sealed class RunningPaths
{
    private const int Running = -1;

    private readonly StackAnalysis _stack;
    private readonly Variable? _state;

    /// <param name="stack">The analysis of <c>MoveNext</c>. <see cref="StackAnalysis.IsSound"/> must be true.</param>
    /// <param name="locals">The local variables of <c>MoveNext</c>.</param>
    public RunningPaths(StackAnalysis stack, LocalFlow locals)
    {
        _stack = stack;
        var copy = stack.Flow.Instructions
            .Select(instruction => VariableAccess.Of(instruction, stack.Flow.Method))
            .FirstOrDefault(access => access?.Kind == VariableAccessKind.Store && stack.IsReachable(access.At) && IsState(stack.SingleProducerOf(access.At, 0)));
        if (copy != null && locals.AccessesOf(copy.Variable).All(access => IsKept(access, copy.At)))
        {
            _state = copy.Variable;
        }
    }

    /// <summary>Whether the code reads the machine's state in the way that compilers do. If not, it is unknown where the branches on the state lead.</summary>
    public bool IsKnown => _state != null;

    /// <summary>Returns the positions to which control may go when the instruction at a position has completed.</summary>
    public int[] SuccessorsOf(int position)
    {
        var instruction = _stack.Flow.Instructions[position];
        return _state != null && instruction.OpCode.FlowControl == FlowControl.Cond_Branch && TargetOf(instruction) is { } target
            ? [_stack.Flow.PositionOf(target)]
            : _stack.Flow.SuccessorsOf(position);
    }

    /// <summary>
    /// Returns whether an access to the local copy of the state is one that the compiler emits. Compiled code copies the state once. After that, the code sets
    /// the copy only to constants: to another state just before the machine suspends, and to -1 when the machine resumes.
    /// </summary>
    private bool IsKept(VariableAccess access, Instruction copy) => access.Kind switch
    {
        VariableAccessKind.Load => true,
        VariableAccessKind.Store => access.At == copy || Constant.Of(_stack.SingleProducerOf(access.At, 0)) != null,
        _ => false,
    };

    private static bool IsState(Instruction? producer) => producer is { OpCode.Code: Code.Ldfld, Operand: FieldReference { Name: "<>1__state" } };

    /// <summary>Returns the instruction to which a branch leads; null if the target depends on more than the state.</summary>
    private Instruction? TargetOf(Instruction branch)
    {
        if (Value(branch, 0) is not { } left)
        {
            return null;
        }

        if (branch.Operand is Instruction[] targets)
        {
            return left >= 0 && left < targets.Length ? targets[left] : branch.Next;
        }

        var second = _stack.ArgumentCountOf(branch) == 2 ? Value(branch, 1) : 0;
        if (second is not { } right)
        {
            return null;
        }

        bool? isTaken = branch.OpCode.Code switch
        {
            Code.Brfalse or Code.Brfalse_S => left == 0,
            Code.Brtrue or Code.Brtrue_S => left != 0,
            Code.Beq or Code.Beq_S => left == right,
            Code.Bne_Un or Code.Bne_Un_S => left != right,
            Code.Bge or Code.Bge_S => left >= right,
            Code.Bgt or Code.Bgt_S => left > right,
            Code.Ble or Code.Ble_S => left <= right,
            Code.Blt or Code.Blt_S => left < right,
            Code.Bge_Un or Code.Bge_Un_S => (uint)left >= (uint)right,
            Code.Bgt_Un or Code.Bgt_Un_S => (uint)left > (uint)right,
            Code.Ble_Un or Code.Ble_Un_S => (uint)left <= (uint)right,
            Code.Blt_Un or Code.Blt_Un_S => (uint)left < (uint)right,
            _ => null,
        };
        return isTaken switch
        {
            null => null,
            true => (Instruction)branch.Operand,
            false => branch.Next,
        };
    }

    private int? Value(Instruction consumer, int argument)
    {
        var producer = _stack.SingleProducerOf(consumer, argument);
        return producer == null ? null
            : VariableAccess.Of(producer, _stack.Flow.Method) is { Kind: VariableAccessKind.Load } load ? load.Variable == _state ? Running : null
            : producer.OpCode.Code == Code.Sub ? unchecked(Value(producer, 0) - Value(producer, 1))
            : Constant.Of(producer);
    }
}
