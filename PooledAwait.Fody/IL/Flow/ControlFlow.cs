namespace PooledAwait.Fody.IL;

/// <summary>
/// The control-flow graph of a body. The graph is a snapshot, and does not change when the body is edited. Instructions are identified by their position.
/// </summary>
internal sealed class ControlFlow
{
    // A successor that does not exist, such as the instruction after the last one, or the target of a branch to an instruction outside the body.
    private const int Nowhere = -1;

    private static readonly int[] s_none = [];

    // The arrays for a single successor, which the graphs of all bodies share. Nearly every instruction has one successor, and most bodies have fewer
    // instructions than there are arrays here.
    private static readonly int[][] s_single = [.. Enumerable.Range(0, 1024).Select(position => new[] { position })];

    private readonly Dictionary<Instruction, int> _positions;
    private readonly Instruction[] _instructions;
    private readonly int[][] _successors;
    private readonly bool[] _reachable;
    private readonly ProtectedRegions? _regions;
    private BackwardFlow? _backward;
    private HashSet<Instruction>? _targets;

    private ControlFlow(MethodDefinition method)
    {
        Method = method;
        _instructions = method.HasBody ? [.. method.Body.Instructions] : [];
        _positions = new Dictionary<Instruction, int>(_instructions.Length);
        _successors = new int[_instructions.Length][];
        _reachable = new bool[_instructions.Length];
        for (var i = 0; i < _instructions.Length; i++)
        {
            _positions[_instructions[i]] = i;
        }

        if (_instructions.Length == 0)
        {
            Fault = new BodyFault(null, "The method has no body.");
            return;
        }

        _regions = new ProtectedRegions(method.Body, _positions);
        Fault = _regions.Fault;
        if (Fault is null)
        {
            Connect(_regions);
            Fault = Reach(_regions);
        }
    }

    public MethodDefinition Method { get; }

    /// <summary>Why there is no graph; null if there is a graph. If there is a fault, no position is reachable.</summary>
    public BodyFault? Fault { get; }

    public IReadOnlyList<Instruction> Instructions => _instructions;

    /// <summary>The predecessors of each instruction in this graph.</summary>
    public BackwardFlow Backward => _backward ??= new BackwardFlow(_instructions.Length, SuccessorsOf, HandlersOf);

    public static ControlFlow Of(MethodDefinition method) => new(method);

    /// <summary>Returns the position of an instruction; -1 if the instruction is not in this body.</summary>
    public int PositionOf(Instruction instruction) => _positions.TryGetValue(instruction, out var position) ? position : -1;

    public bool IsReachable(int position) => Fault is null && _reachable[position];

    /// <summary>
    /// Returns the positions to which control goes when the instruction completes. A leave leads to the first finally handler that it runs. The end of a
    /// finally handler leads to the next finally handler, or to the target of a leave. The end of a filter leads to the filter's handler.
    /// </summary>
    /// <returns>
    /// An array, which callers must not change. Every analysis calls this method for every instruction, and enumerating a list would allocate memory at each
    /// call.
    /// </returns>
    public int[] SuccessorsOf(int position) => IsReachable(position) ? _successors[position] : s_none;

    /// <summary>
    /// Returns the positions to which control may go when the instruction throws. Every instruction counts as able to throw. An outer handler is left out if an
    /// inner finally or fault handler runs first. Control then reaches the outer handler from the inner handler. Outer filters are never left out, because they
    /// run before inner finally and fault handlers. If the instruction is in a filter, the result also has the positions at which control may go on after the
    /// filter: the finally and fault handlers inside the filter's try block, and the next handlers and filters.
    /// </summary>
    /// <returns>An array, which callers must not change. See <see cref="SuccessorsOf"/>.</returns>
    public int[] HandlersOf(int position) => IsReachable(position) ? _regions!.EntriesFrom(position) : s_none;

    /// <summary>Returns the starts of the handlers and filters that begin with an exception object on the stack.</summary>
    public IEnumerable<int> ExceptionObjectEntries() => Fault is null ? _regions!.ExceptionObjectEntries() : s_none;

    /// <summary>Returns whether an instruction is in an exception filter.</summary>
    public bool IsInFilter(Instruction instruction) => _regions?.HandlerOfFilterAround(PositionOf(instruction)) is not null;

    /// <summary>Returns whether any branch of the body targets an instruction. Unreachable branches count, too.</summary>
    public bool IsTarget(Instruction instruction) => (_targets ??= [.. _instructions.SelectMany(BodyLabels.TargetsOf)]).Contains(instruction);

    private void Connect(ProtectedRegions regions)
    {
        // Maps the start of a finally handler to the positions to which control goes at the handler's end. All leaves through the handler share these
        // positions. Sharing them adds some paths that never run, but omits no path that may run.
        var continuations = new Dictionary<int, HashSet<int>>();
        var ends = new List<int>();
        for (var i = 0; i < _instructions.Length; i++)
        {
            var instruction = _instructions[i];
            switch (instruction.OpCode.Code)
            {
                case Code.Ret or Code.Throw or Code.Rethrow or Code.Jmp:
                    _successors[i] = s_none;
                    break;
                case Code.Br or Code.Br_S:
                    _successors[i] = Single(Target(instruction.Operand));
                    break;
                case Code.Leave or Code.Leave_S:
                    _successors[i] = [Leave(i, Target(instruction.Operand), regions, continuations)];
                    break;
                case Code.Switch:
                    _successors[i] = [.. (instruction.Operand as Instruction?[] ?? []).Select(Target).Append(Next(i)).Distinct()];
                    break;
                case Code.Endfinally:
                    ends.Add(i);
                    break;
                case Code.Endfilter:
                    _successors[i] = [regions.HandlerOfFilterAround(i) ?? Nowhere];
                    break;
                default:
                    _successors[i] = instruction.OpCode.FlowControl == FlowControl.Cond_Branch && Target(instruction.Operand) != Next(i)
                        ? [Next(i), Target(instruction.Operand)]
                        : Single(Next(i));
                    break;
            }
        }

        foreach (var end in ends)
        {
            _successors[end] = regions.FinallyHandlerAround(end) switch
            {
                null => [Nowhere],
                { } handler => continuations.TryGetValue(handler, out var targets) ? [.. targets.OrderBy(t => t)] : s_none,
            };
        }
    }

    private static int Leave(int from, int target, ProtectedRegions regions, Dictionary<int, HashSet<int>> continuations)
    {
        var first = target;
        var previous = -1;
        foreach (var handler in regions.FinallyHandlersBetween(from, target))
        {
            if (previous < 0)
            {
                first = handler;
            }
            else
            {
                Continue(previous, handler);
            }

            previous = handler;
        }

        if (previous >= 0)
        {
            Continue(previous, target);
        }

        return first;

        void Continue(int handler, int next)
        {
            if (!continuations.TryGetValue(handler, out var targets))
            {
                continuations[handler] = targets = [];
            }

            targets.Add(next);
        }
    }

    private BodyFault? Reach(ProtectedRegions regions)
    {
        var pending = new Stack<int>();
        Visit(0);
        while (pending.Count > 0)
        {
            var position = pending.Pop();
            foreach (var successor in _successors[position])
            {
                if (successor == Nowhere)
                {
                    return new BodyFault(_instructions[position], "Control goes on to where there is no instruction.");
                }

                Visit(successor);
            }

            foreach (var handler in regions.EntriesFrom(position))
            {
                Visit(handler);
            }
        }

        return null;

        void Visit(int position)
        {
            if (!_reachable[position])
            {
                _reachable[position] = true;
                pending.Push(position);
            }
        }
    }

    private static int[] Single(int position) => position >= 0 && position < s_single.Length ? s_single[position] : [position];

    private int Next(int position) => position + 1 < _instructions.Length ? position + 1 : Nowhere;

    private int Target(object? operand) =>
        operand is Instruction target && _positions.TryGetValue(target, out var position) ? position : Nowhere;
}
