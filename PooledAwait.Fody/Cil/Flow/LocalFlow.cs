using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Cil.Flow;

/// <summary>
/// Which uses of a local variable or a parameter can see which of its definitions, along every path of the control-flow graph. Stores
/// through an address define nothing here: a caller must look at what becomes of each <see cref="VariableAccessKind.Address"/>.
/// </summary>
internal sealed class LocalFlow
{
    private readonly ControlFlow _flow;
    private readonly VariableAccess?[] _accesses;

    public LocalFlow(ControlFlow flow)
    {
        _flow = flow;
        _accesses = [.. flow.Instructions.Select(instruction => VariableAccess.Of(instruction, flow.Method))];
    }

    /// <summary>Everything that is done with a variable in reachable code, in the order of the body.</summary>
    public IReadOnlyList<VariableAccess> AccessesOf(Variable variable) =>
        [.. _accesses.Where((access, i) => access?.Variable == variable && _flow.IsReachable(i)).Select(access => access!)];

    /// <summary>The loads and addresses that can see what a store put into its variable, in the order of the body.</summary>
    public IReadOnlyList<VariableAccess> UsesOf(Instruction store)
    {
        var position = _flow.PositionOf(store);
        return position >= 0 && _accesses[position] is { Kind: VariableAccessKind.Store } access
            ? UsesFrom(_flow.SuccessorsOf(position), access.Variable)
            : throw new ArgumentException($"{store} stores into no variable of {_flow.Method.FullName}.", nameof(store));
    }

    /// <summary>The loads and addresses that can see what a variable holds when the method is entered: an argument, or zero.</summary>
    public IReadOnlyList<VariableAccess> UsesOfInitial(Variable variable) => UsesFrom(_flow.Fault is null ? [0] : [], variable);

    /// <summary>The stores that a load or an address can see, in the order of the body, and whether it can see the initial value.</summary>
    public (IReadOnlyList<Instruction> Stores, bool Initial) DefinitionsSeenBy(Instruction use)
    {
        var position = _flow.PositionOf(use);
        if (position < 0 || _accesses[position] is not { Kind: not VariableAccessKind.Store } access)
        {
            throw new ArgumentException($"{use} loads no variable of {_flow.Method.FullName}.", nameof(use));
        }

        var stores = AccessesOf(access.Variable)
            .Where(other => other.Kind == VariableAccessKind.Store && UsesOf(other.At).Contains(access))
            .Select(other => other.At);
        return ([.. stores], UsesOfInitial(access.Variable).Contains(access));
    }

    private IReadOnlyList<VariableAccess> UsesFrom(IEnumerable<int> starts, Variable variable)
    {
        var uses = new SortedSet<int>();
        var seen = new HashSet<int>(starts);
        var pending = new Stack<int>(seen);
        while (pending.Count > 0)
        {
            var position = pending.Pop();
            var access = _accesses[position] is { } found && found.Variable == variable ? found : null;
            if (access is not null && access.Kind != VariableAccessKind.Store)
            {
                uses.Add(position);
            }

            // A handler sees the state from before the instruction that threw, so a store ends only the ordinary way.
            Follow(_flow.HandlersOf(position));
            if (access?.Kind != VariableAccessKind.Store)
            {
                Follow(_flow.SuccessorsOf(position));
            }
        }

        return [.. uses.Select(position => _accesses[position]!)];

        void Follow(IReadOnlyList<int> positions)
        {
            foreach (var position in positions)
            {
                if (seen.Add(position))
                {
                    pending.Push(position);
                }
            }
        }
    }
}
