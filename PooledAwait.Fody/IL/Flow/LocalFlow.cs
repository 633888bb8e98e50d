namespace PooledAwait.Fody.IL;

/// <summary>
/// For each use of a local variable or a parameter, finds the stores whose value the use may get. (A use is an instruction that loads the variable or the
/// variable's address.) Also finds whether the use may get the initial value. Follows every path of the control-flow graph. Ignores stores through an address,
/// so the caller must examine what happens to each <see cref="VariableAccessKind.Address"/>.
/// </summary>
/// <remarks>
/// Each search visits only positions from which a use can be reached before a store. If each search went to the end of the body and through all handlers, the
/// time would grow with the square of the number of stores.
/// </remarks>
internal sealed class LocalFlow
{
    private static readonly VariableAccess[] s_none = [];

    private readonly ControlFlow _flow;
    private readonly VariableAccess?[] _accesses;
    private readonly Dictionary<Variable, FlowOfOne> _variables = [];

    public LocalFlow(ControlFlow flow)
    {
        _flow = flow;
        _accesses = new VariableAccess?[flow.Instructions.Count];
        for (var position = 0; position < _accesses.Length; position++)
        {
            if (VariableAccess.Of(flow.Instructions[position], flow.Method) is { } access)
            {
                _accesses[position] = access;
                if (flow.IsReachable(position))
                {
                    Of(access.Variable).Accesses.Add(access);
                }
            }
        }
    }

    /// <summary>Returns all accesses to a variable in reachable code, in the order of the body.</summary>
    public IReadOnlyList<VariableAccess> AccessesOf(Variable variable) => _variables.TryGetValue(variable, out var one) ? one.Accesses : s_none;

    /// <summary>Returns the uses that may get the value of a store, in the order of the body.</summary>
    public IReadOnlyList<VariableAccess> UsesOf(Instruction store)
    {
        var position = _flow.PositionOf(store);
        return position >= 0 && _accesses[position] is { Kind: VariableAccessKind.Store } access
            ? UsesOf(position, access.Variable)
            : throw new ArgumentException($"{store} stores into no variable of {_flow.Method.FullName}.", nameof(store));
    }

    /// <summary>Returns the uses that may get the variable's value at the method's entry: an argument, or zero.</summary>
    public IReadOnlyList<VariableAccess> UsesOfInitial(Variable variable)
    {
        var one = Of(variable);
        return one.UsesOfInitial ??= UsesFrom(_flow.Fault is null ? [0] : [], one, variable);
    }

    /// <summary>Returns the stores whose value a use may get, in the order of the body. Also returns whether the use may get the initial value.</summary>
    public (IReadOnlyList<Instruction> Stores, bool Initial) DefinitionsSeenBy(Instruction use)
    {
        var position = _flow.PositionOf(use);
        if (position < 0 || _accesses[position] is not { Kind: not VariableAccessKind.Store } access)
        {
            throw new ArgumentException($"{use} loads no variable of {_flow.Method.FullName}.", nameof(use));
        }

        return ([.. StoresSeen(access.Variable)[access].Select(seen => seen.Store)], UsesOfInitial(access.Variable).Contains(access));
    }

    private ILookup<VariableAccess, (VariableAccess Use, Instruction Store)> StoresSeen(Variable variable) =>
        Of(variable).StoresSeen ??= (
            from access in AccessesOf(variable)
            where access.Kind == VariableAccessKind.Store
            from use in UsesOf(_flow.PositionOf(access.At), variable)
            select (Use: use, Store: access.At)).ToLookup(seen => seen.Use);

    private IReadOnlyList<VariableAccess> UsesOf(int store, Variable variable)
    {
        var one = Of(variable);
        if (!one.Uses.TryGetValue(store, out var uses))
        {
            one.Uses.Add(store, uses = UsesFrom(_flow.SuccessorsOf(store), one, variable));
        }

        return uses;
    }

    private IReadOnlyList<VariableAccess> UsesFrom(int[] starts, FlowOfOne one, Variable variable)
    {
        var live = one.Live ??= _flow.Backward.LiveRange(
            one.Accesses.Where(access => access.Kind != VariableAccessKind.Store).Select(access => _flow.PositionOf(access.At)),
            position => IsStore(position, variable));
        var uses = new SortedSet<int>();
        var seen = new HashSet<int>();
        var pending = new Stack<int>();
        Follow(starts);
        while (pending.Count > 0)
        {
            var position = pending.Pop();
            var isStore = IsStore(position, variable);
            if (!isStore && _accesses[position]?.Variable == variable)
            {
                uses.Add(position);
            }

            // If a store throws, the variable keeps its earlier value in the handler. So only the path on which the store completes ends at the store.
            Follow(_flow.HandlersOf(position));
            if (!isStore)
            {
                Follow(_flow.SuccessorsOf(position));
            }
        }

        return uses.Count == 0 ? s_none : [.. uses.Select(position => _accesses[position]!)];

        void Follow(int[] positions)
        {
            foreach (var position in positions)
            {
                if (live.Contains(position) && seen.Add(position))
                {
                    pending.Push(position);
                }
            }
        }
    }

    private bool IsStore(int position, Variable variable) => _accesses[position] is { Kind: VariableAccessKind.Store } access && access.Variable == variable;

    private FlowOfOne Of(Variable variable)
    {
        if (!_variables.TryGetValue(variable, out var one))
        {
            _variables.Add(variable, one = new FlowOfOne());
        }

        return one;
    }

    /// <summary>Cached results for one variable.</summary>
    private sealed class FlowOfOne
    {
        public List<VariableAccess> Accesses { get; } = [];

        public Dictionary<int, IReadOnlyList<VariableAccess>> Uses { get; } = [];

        public IReadOnlyList<VariableAccess>? UsesOfInitial { get; set; }

        public ILookup<VariableAccess, (VariableAccess Use, Instruction Store)>? StoresSeen { get; set; }

        /// <summary>The positions from which a use can be reached before a store.</summary>
        public HashSet<int>? Live { get; set; }
    }
}
