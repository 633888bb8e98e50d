using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Values;

/// <summary>
/// Follows one value through a body, along every path from the value's origin to the instructions that use the value up. On these paths, the code may copy the
/// value, and store it in variables and in fields of the machine.
/// </summary>
/// <remarks>
/// At each point of a path, the analysis knows two things: the set of all holders of the value, and whether the code has used the value up. A holder is a place
/// (a variable or field), or an instruction whose result is still on the stack. When control comes back to the origin, the origin makes a new value. From then
/// on, the origin's result does not hold the old value, but the analysis still follows the old value in its other holders. An instruction that throws may or
/// may not have done its work, so the analysis follows both cases. The analysis drops a holder when no later instruction can take the value from the holder.
/// </remarks>
internal sealed class ValueFlow
{
    private const int MaximumHolders = 64;
    private const int MaximumStates = 50_000;

    private readonly FollowedBody _body;
    private readonly StackAnalysis _stack;
    private readonly ISteps _steps;
    private readonly Dictionary<object, ulong> _holders = [];
    private readonly List<HashSet<int>> _live = [];
    private readonly HashSet<(int Position, State State)> _seen = [];
    private readonly Stack<(int Position, State State)> _pending = new();
    private readonly HashSet<Instruction> _takers = [];
    private readonly Place? _ofAddress;
    private ulong _onStack;
    private ulong _addresses;
    private Instruction? _askedAfterwards;
    private bool _isForked;
    private ValueUse _use = ValueUse.None;

    /// <param name="Holders">The holders of the value.</param>
    /// <param name="IsConsumed">Whether the value has been used up.</param>
    private readonly record struct State(ulong Holders, bool IsConsumed);

    private ValueFlow(FollowedBody body, ISteps steps, Place? ofAddress) => (_body, _stack, _steps, _ofAddress) = (body, body.Stack, steps, ofAddress);

    /// <summary>Follows the value that an instruction leaves on the stack.</summary>
    public static ValueFlow From(FollowedBody body, ISteps steps, Instruction origin)
    {
        var flow = new ValueFlow(body, steps, ofAddress: null);
        flow._onStack = flow.HolderOf(origin);
        flow.Pass(body.SuccessorsOf(body.Stack.Flow.PositionOf(origin)), new State(flow._onStack, IsConsumed: false));
        flow.Run();
        return flow;
    }

    /// <summary>Follows the value that a place holds when the body is entered.</summary>
    /// <param name="body">The body.</param>
    /// <param name="steps">Decides what the body's instructions do with the value.</param>
    /// <param name="place">A parameter, or a field of the machine.</param>
    /// <param name="isAddress">Whether the parameter holds the value's address, not the value itself.</param>
    public static ValueFlow FromEntry(FollowedBody body, ISteps steps, Place place, bool isAddress = false)
    {
        var flow = new ValueFlow(body, steps, isAddress ? place : null);
        flow.Refuse(isAddress ? null : flow.WhyExposed(place));
        flow.Pass([0], new State(flow.HolderOf(place), IsConsumed: false));
        flow.Run();
        return flow;
    }

    public ValueUse Use => _use with { Refusal = _use.Refusal ?? (_askedAfterwards == null ? null : Condition.AskedAgain.With(Name(_askedAfterwards)).At(_body.Method, _askedAfterwards)) };

    /// <summary>The instructions that use the value up or return it.</summary>
    public IReadOnlyCollection<Instruction> Takers => _takers;

    private void Run()
    {
        while (_pending.Count > 0 && _use.Refusal == null)
        {
            var (position, before) = _pending.Pop();
            var after = Execute(_body.Stack.Flow.Instructions[position], before);
            Pass(_body.SuccessorsOf(position), after);

            var handlers = _stack.Flow.HandlersOf(position);
            Pass(handlers, before with { Holders = before.Holders & ~_onStack });
            Pass(handlers, after with { Holders = after.Holders & ~_onStack });
            if (_isForked)
            {
                // So far, the call's result counted as the same value. Now follow the other possibility: the called method has used the value up, and its
                // result is another value.
                _isForked = false;
                after = With(after with { IsConsumed = true }, _body.Stack.Flow.Instructions[position], isHeld: false);
                Pass(_body.SuccessorsOf(position), after);
                Pass(handlers, after with { Holders = after.Holders & ~_onStack });
            }
        }
    }

    private void Pass(int[] positions, State state)
    {
        if (state.Holders == 0)
        {
            return;
        }

        foreach (var position in positions)
        {
            var live = state with { Holders = LiveAt(position, state.Holders) };
            if (live.Holders != 0 && _seen.Add((position, live)))
            {
                _pending.Push((position, live));
            }
        }

        if (_seen.Count > MaximumStates)
        {
            Refuse(Condition.TooManyPaths.For(Reason.NotFollowed, MaximumStates));
        }
    }

    private ulong LiveAt(int position, ulong holders)
    {
        for (var index = 0; index < _live.Count; index++)
        {
            var holder = 1UL << index;
            if ((holders & holder) != 0 && !_live[index].Contains(position))
            {
                holders &= ~holder;
            }
        }

        return holders;
    }

    private State Execute(Instruction at, State before)
    {
        var state = before;
        Instruction? result = null;
        var isKept = false;
        if ((state.Holders & _onStack) != 0 && at.OpCode.Code != Code.Dup)
        {
            for (var argument = 0; argument < _stack.ArgumentCountOf(at); argument++)
            {
                foreach (var producer in _stack.ProducersOf(at, argument))
                {
                    if (_holders.TryGetValue(producer, out var holder) && (state.Holders & holder) != 0)
                    {
                        state = Take(new StackUse(at, argument), producer, holder, state, ref isKept, ref result);
                    }
                }
            }
        }

        if (_body.Overwritten(at) is { } place)
        {
            state = With(state, place, isKept);
        }
        else
        {
            state = WithProduced(at, result, state);
        }

        return state;
    }

    private State Take(StackUse taken, Instruction producer, ulong holder, State state, ref bool isKept, ref Instruction? result)
    {
        var step = _steps.Of(taken, (_addresses & holder) != 0);
        switch (step.Kind)
        {
            case StepKind.Keeps:
                isKept = true;
                break;
            case StepKind.Continues or StepKind.ContinuesByAddress:
                result = taken.Consumer;
                MarkAddress(HolderOf(result), step.Kind == StepKind.ContinuesByAddress);
                break;
            case StepKind.Asks:
                _use = _use with { IsAsked = true };

                // Do not refuse yet. The read of the status may belong to an await, which consumes the value after the read. Then the refusal should name this
                // consumption.
                _askedAfterwards ??= state.IsConsumed ? taken.Consumer : null;
                break;
            case StepKind.ConsumesOrContinues:
                Refuse(state.IsConsumed ? Condition.ConsumedAgain.With(Name(taken.Consumer)).At(_body.Method, taken.Consumer) : null);
                _takers.Add(taken.Consumer);
                _use = _use with { IsConsumed = true };
                _isForked = true;
                result = taken.Consumer;
                break;
            case StepKind.Consumes or StepKind.Returns:
                Refuse(state.IsConsumed ? Condition.ConsumedAgain.With(Name(taken.Consumer)).At(_body.Method, taken.Consumer) : null);
                _takers.Add(taken.Consumer);
                _use = step.Kind == StepKind.Returns ? _use with { IsReturned = true } : _use with { IsConsumed = true };
                state = state with { IsConsumed = true };
                break;
            case StepKind.Refuses:
                Refuse(step.Refusal);
                break;
        }

        // The instruction has taken the value off the stack. If the producer has several consumers, a copy may still be on the stack.
        return _stack.ConsumersOf(producer).Count > 1 ? state : state with { Holders = state.Holders & ~holder };
    }

    /// <summary>
    /// Returns the state after an instruction has left its result on the stack. The result becomes a holder of the followed value in two cases. Either the
    /// instruction loads the value from another holder, or the instruction takes the value and returns something that stands for it, such as an awaiter.
    /// </summary>
    private State WithProduced(Instruction at, Instruction? result, State state)
    {
        var loaded = _body.LoadedFrom(at, out var isAddress);
        var isValue = result != null || (loaded is { } place && _holders.TryGetValue(place, out var holder) && (state.Holders & holder) != 0);
        if (isValue && loaded is { } from)
        {
            MarkAddress(HolderOf(at), isAddress || from == _ofAddress);
        }

        return isValue || _holders.ContainsKey(at) ? With(state, at, isValue) : state;
    }

    private State With(State state, object holder, bool isHeld)
    {
        if (!isHeld && !_holders.ContainsKey(holder))
        {
            return state;
        }

        if (holder is Place place && isHeld && !_holders.ContainsKey(holder))
        {
            Refuse(WhyExposed(place));
        }

        var bit = HolderOf(holder);
        if (holder is Instruction)
        {
            _onStack |= bit;
        }

        return state with { Holders = isHeld ? state.Holders | bit : state.Holders & ~bit };
    }

    private void MarkAddress(ulong holder, bool isAddress)
    {
        if (isAddress)
        {
            _addresses |= holder;
        }
    }

    private ulong HolderOf(object holder)
    {
        if (!_holders.TryGetValue(holder, out var bit))
        {
            if (_holders.Count == MaximumHolders)
            {
                Refuse(Condition.TooManyPlaces.For(Reason.NotFollowed, MaximumHolders));
                return 0;
            }

            _holders.Add(holder, bit = 1UL << _holders.Count);
            _live.Add(_body.Live.Of(holder));
        }

        return bit;
    }

    private object Name(Instruction at) => ProgramName.Of(at, _body.Method);

    private void Refuse(Refusal? refusal) => _use = _use with { Refusal = _use.Refusal ?? refusal };

    private Refusal? WhyExposed(Place place) =>
        _body.Places.KeeperOf(place) is { } kept ? Condition.AddressKept.With(place.NameIn(_body.Method)).At(_body.Method, kept) : null;
}
