using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites;

/// <summary>
/// Recognises tasks that an async method keeps in a variable and awaits later. Some paths through the method may never await the task. These paths are
/// harmless. If a ValueTask fails and nobody awaits it, UnobservedTaskException is raised, just as for a task.
/// </summary>
internal sealed class KeptTaskRecogniser(FollowedBody body, AwaitRecogniser awaits, TaskReadRecogniser reads, MachineFields fields)
{
    private readonly Dictionary<Place, Recognised<KeptTask>> _found = [];
    private readonly StackAnalysis _stack = body.Stack;

    /// <returns>Null if the task is not stored into a variable.</returns>
    public Recognised<KeptTask>? Recognise(Instruction call)
    {
        if (_stack.DirectConsumersOf(call) is not { Count: 1 } uses || body.StoredTo(uses[0].Consumer) is not { } place)
        {
            return null;
        }

        if (place.Variable.IsParameter || !body.IsMachine)
        {
            var keeps = place.Variable.IsParameter ? Condition.ParameterKeeps : Condition.NotInMachine;
            return keeps.With(place.NameIn(body.Method)).At(body.Method, uses[0].Consumer);
        }

        if (!_found.TryGetValue(place, out var kept))
        {
            _found.Add(place, kept = In(place));
        }

        return kept;
    }

    private Recognised<KeptTask> In(Place place)
    {
        if (place.Field is { } field && !fields.HasNoOtherUser(body.Method, field))
        {
            return Condition.VariableReadElsewhere.With(field, (object?)fields.OtherUserOf(body.Method, field) ?? field.DeclaringType);
        }

        var calls = new List<Instruction>();
        var clears = new List<(Instruction, Instruction)>();
        var loads = new Dictionary<Instruction, AwaitedByMachine>();
        var others = new Dictionary<Instruction, TaskRead>();
        var accesses = body.Places.Naming(place).ToList();
        foreach (var access in accesses)
        {
            if (!_stack.IsReachable(access))
            {
                return No(Condition.VariableUnreachable, access);
            }

            if (body.StoredTo(access) == place)
            {
                var values = _stack.DirectProducersOf(access, place.Field == null ? 0 : 1);
                if (!values.All(value => _stack.DirectConsumersOf(value).Count == 1))
                {
                    return No(Condition.StoredTwice, access);
                }

                if (values.All(value => value.OpCode.Code is Code.Call or Code.Callvirt))
                {
                    calls.AddRange(values);
                }
                else if (values is { Count: 1 } && values[0].OpCode.Code == Code.Ldnull && values[0].Next == access)
                {
                    clears.Add((values[0], access));
                }
                else
                {
                    return No(Condition.OtherValueStored, access);
                }
            }
            else if (body.LoadedFrom(access, out var isAddress) == place && !isAddress && awaits.Recognise(access) is AwaitedByMachine awaited)
            {
                if (!AwaitRecogniser.IsReachedAtOnce(access, awaited.Use))
                {
                    return No(Condition.CodeAfterRead, access);
                }

                loads.Add(access, awaited);
            }
            else if (body.LoadedFrom(access, out isAddress) == place && !isAddress && reads.Recognise(access) is { } read && AwaitRecogniser.IsReachedAtOnce(access, read.Taker))
            {
                others.Add(access, read);
            }
            else
            {
                return No(Condition.ReadOtherwise, access);
            }
        }

        if (loads.Count == 0)
        {
            return No(Condition.NeverAwaited, null);
        }

        if (!AreAlike(loads.Values, others.Values))
        {
            return No(Condition.ResultsDiffer, null);
        }

        var takers = new TaskTakers(
            new HashSet<Instruction>([.. loads.Values.Select(awaited => awaited.Use), .. others.Values.Where(read => read is not TaskAsked).Select(read => read.Taker)]),
            new HashSet<Instruction>(others.Values.OfType<TaskAsked>().Select(asked => asked.Taker)));
        return WhyNotOnce(place, calls, clears.Select(clear => clear.Item1), takers) is { } refusal
            ? refusal
            : new KeptTask(place, calls, clears, accesses, loads, others, new HashSet<Instruction>(calls.Where(call => IsTakenAtOnce(call, takers))));

        Refusal No(Condition condition, Instruction? at) => condition.With(place.NameIn(body.Method)).At(body.Method, at);
    }

    /// <summary>
    /// Returns whether the awaits and reads agree: all of them take a result, or none does. Reads of a status do not count. An await of <c>(Task)task</c> takes
    /// no result, even if the task has one. After the change, such an await would leave the ValueTask's result on the stack.
    /// </summary>
    private static bool AreAlike(IEnumerable<AwaitedByMachine> awaits, IEnumerable<TaskRead> reads) =>
        awaits.Select(awaited => awaited.Result == null).Concat(reads.Where(read => read is not TaskAsked).Select(read => read.Result == null)).Distinct().Count() == 1;

    /// <summary>
    /// Returns whether a call's task is stored at once, and used directly after the store. The same exception handlers must protect the call and the use.
    /// </summary>
    private bool IsTakenAtOnce(Instruction call, TaskTakers takers)
    {
        var store = _stack.DirectConsumersOf(call)[0].Consumer;
        return AwaitRecogniser.IsReachedAtOnce(call, store) &&
            takers.All.Any(taker => AwaitRecogniser.IsReachedAtOnce(store, taker) && HandlersOf(call).SequenceEqual(HandlersOf(taker)));

        int[] HandlersOf(Instruction at) => _stack.Flow.HandlersOf(_stack.Flow.PositionOf(at));
    }

    /// <summary>
    /// Returns a refusal in three cases: a task may be used up twice, the status of a task may be read after the task is used up, or the variable may be used
    /// while it is null or unset. Otherwise returns null. An await, or a read of the result, uses a task up.
    /// </summary>
    private Refusal? WhyNotOnce(Place place, IEnumerable<Instruction> calls, IEnumerable<Instruction> nulls, TaskTakers takers)
    {
        var steps = new TaskSteps(body, place, takers.Using, takers.Asking);
        var stepsOfNone = new TaskSteps(body, place, takers.All, []); // status reads count as uses, because the original code throws if it reads null's status
        return calls.Select(call => WhyNot(ValueFlow.From(body, steps, call).Use)).FirstOrDefault(refusal => refusal != null)
            ?? nulls.Select(value => Taken(ValueFlow.From(body, stepsOfNone, value), Condition.NullAwaited)).FirstOrDefault(taken => taken != null)
            ?? Taken(ValueFlow.FromEntry(body, stepsOfNone, place), Condition.AwaitedUnset);

        Refusal? WhyNot(ValueUse use) => use.Refusal is not { } refusal ? null
            : refusal.Reason == Reason.TaskKept ? refusal
            : refusal.Condition == Condition.TooManyPaths || refusal.Condition == Condition.TooManyPlaces ? refusal.Condition.For(Reason.TaskKept, [.. refusal.Names])
            : (refusal.Reason == Reason.AskedAfterConsumption ? Condition.AskedAfterAwait : Condition.AwaitedTwice).With(place.NameIn(body.Method)) with { Place = refusal.Place };

        Refusal? Taken(ValueFlow flow, Condition condition) =>
            flow.Takers.Count > 0 ? condition.With(place.NameIn(body.Method)).At(body.Method, flow.Takers.First()) : WhyNot(flow.Use);
    }

    /// <summary>The instructions that take the tasks of one variable from the stack.</summary>
    /// <param name="Using">The instructions that use a task up: awaits, and reads of a result.</param>
    /// <param name="Asking">The instructions that only read a task's status.</param>
    private sealed record TaskTakers(ICollection<Instruction> Using, ICollection<Instruction> Asking)
    {
        public ICollection<Instruction> All => [.. Using, .. Asking];
    }
}
