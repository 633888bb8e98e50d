namespace PooledAwait.Fody.IL;

/// <summary>
/// Runs a body once over an abstract evaluation stack, visiting each reachable instruction once. Where paths join, each slot gets a new value, and each path
/// adds its own value as a source of the new value. So one visit to each instruction is enough, even if the body has loops.
/// </summary>
internal sealed class StackWalk
{
    private readonly ControlFlow _flow;
    private readonly int[] _arrivals;
    private readonly bool[] _arrived;
    private readonly Stack<int> _pending = new();

    public StackWalk(ControlFlow flow)
    {
        var count = flow.Instructions.Count;
        _flow = flow;
        _arrivals = new int[count];
        _arrived = new bool[count];
        Before = new StackSlot?[count];
        Pushed = new StackValue?[count];
        Pops = new int[count];
        Fault = flow.Fault ?? Run();
    }

    /// <summary>Why the walk stopped; null if it covered all reachable code.</summary>
    public BodyFault? Fault { get; }

    /// <summary>The stack before each instruction, by position; null if the stack is empty.</summary>
    public StackSlot?[] Before { get; }

    /// <summary>The value that each instruction puts on the stack, by position; null if the instruction puts none.</summary>
    public StackValue?[] Pushed { get; }

    /// <summary>The number of values that each instruction takes, by position.</summary>
    public int[] Pops { get; }

    /// <summary>The exception objects that the runtime puts on the stack, by the start of the handler or filter.</summary>
    public Dictionary<int, StackValue> ExceptionObjects { get; } = [];

    private BodyFault? Run()
    {
        CountArrivals();
        var fault = Arrive(0, null);
        foreach (var entry in _flow.ExceptionObjectEntries().Where(_flow.IsReachable))
        {
            var thrown = ExceptionObjects[entry] = new StackValue(Instruction.Create(OpCodes.Nop));
            fault ??= Arrive(entry, new StackSlot(thrown, null));
        }

        while (fault is null && _pending.Count > 0)
        {
            fault = Step(_pending.Pop());
        }

        return fault;
    }

    // Counts the ways in which control arrives at each instruction. An instruction with more than one way is a join. Exceptions that lead to a finally or fault
    // handler do not count, because they leave an empty stack, which needs no join.
    private void CountArrivals()
    {
        _arrivals[0]++;
        for (var i = 0; i < _arrivals.Length; i++)
        {
            foreach (var successor in _flow.SuccessorsOf(i))
            {
                _arrivals[successor]++;
            }
        }

        foreach (var entry in _flow.ExceptionObjectEntries())
        {
            _arrivals[entry]++;
        }
    }

    private BodyFault? Step(int position)
    {
        var instruction = _flow.Instructions[position];
        var stack = Before[position];
        if (StackEffect.PopsOf(instruction, _flow.Method) is not { } pops)
        {
            return new BodyFault(instruction, "The callee is missing.");
        }

        var depth = StackSlot.DepthOf(stack);
        if (pops > depth)
        {
            return new BodyFault(instruction, $"It takes {pops} values from a stack of {depth}.");
        }

        Pops[position] = pops;
        var argument = pops;
        for (var slot = stack; argument > 0; slot = slot!.Below)
        {
            slot!.Value.AddUse(new StackUse(instruction, --argument));
        }

        var rest = StackSlot.Drop(stack, pops);
        switch (instruction.OpCode.Code)
        {
            case Code.Ret or Code.Jmp or Code.Endfilter when rest is not null:
                return new BodyFault(instruction, $"It leaves {rest.Depth} values on the stack.");
            case Code.Endfilter:
                // There is no stack to pass on. The filter's handler starts with the exception object, which Run has already put on the handler's stack.
                return null;
            case Code.Leave or Code.Leave_S or Code.Endfinally:
                rest = null;
                break;
            case Code.Dup:
                var copy = Pushed[position] = new StackValue(instruction);
                copy.AddSource(stack!.Value);
                rest = new StackSlot(copy, new StackSlot(copy, rest));
                break;
            default:
                if (StackEffect.PushesOf(instruction) > 0)
                {
                    rest = new StackSlot(Pushed[position] = new StackValue(instruction), rest);
                }

                break;
        }

        BodyFault? fault = null;
        foreach (var successor in _flow.SuccessorsOf(position))
        {
            fault ??= Arrive(successor, rest);
        }

        // Finally and fault handlers start with an empty stack. For handlers that start with an exception object, Run has already set the stack.
        foreach (var handler in _flow.HandlersOf(position))
        {
            if (!ExceptionObjects.ContainsKey(handler))
            {
                fault ??= ArriveByException(handler);
            }
        }

        return fault;
    }

    private BodyFault? ArriveByException(int handler)
    {
        if (!_arrived[handler])
        {
            return Arrive(handler, null);
        }

        return Before[handler] is null ? null : Mismatch(handler, 0);
    }

    private BodyFault? Arrive(int position, StackSlot? stack)
    {
        var depth = StackSlot.DepthOf(stack);
        if (!_arrived[position])
        {
            _arrived[position] = true;
            _pending.Push(position);
            Before[position] = _arrivals[position] > 1 ? Joined(stack) : stack;
            return null;
        }

        if (StackSlot.DepthOf(Before[position]) != depth)
        {
            return Mismatch(position, depth);
        }

        for (var slot = Before[position]; slot is not null; slot = slot.Below, stack = stack!.Below)
        {
            slot.Value.AddSource(stack!.Value);
        }

        return null;
    }

    private BodyFault Mismatch(int position, int depth) => new(
        _flow.Instructions[position],
        $"It is reached with {StackSlot.DepthOf(Before[position])} values on the stack and with {depth}.");

    private static StackSlot? Joined(StackSlot? stack)
    {
        var values = new Stack<StackValue>();
        for (; stack is not null; stack = stack.Below)
        {
            values.Push(stack.Value);
        }

        StackSlot? joined = null;
        foreach (var value in values)
        {
            var join = new StackValue(null);
            join.AddSource(value);
            joined = new StackSlot(join, joined);
        }

        return joined;
    }
}
