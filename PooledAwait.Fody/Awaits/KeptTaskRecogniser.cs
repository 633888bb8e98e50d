using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Flow;
using PooledAwait.Fody.Following;

namespace PooledAwait.Fody.Awaits;

/// <summary>
/// Recognises the tasks of one async method that are started first and awaited later. What such a task would tell if it failed and was never awaited, its
/// ValueTask tells as well.
/// </summary>
internal sealed class KeptTaskRecogniser(FollowedBody body, AwaitRecogniser awaits, MachineFields fields)
{
    private readonly Dictionary<Place, KeptTask?> _found = [];
    private readonly StackAnalysis _stack = body.Stack;

    /// <returns>Null where the task goes elsewhere, or may be awaited more than once.</returns>
    public KeptTask? Recognise(Instruction call)
    {
        if (!body.IsMachine || _stack.DirectConsumersOf(call) is not { Count: 1 } uses || body.StoredTo(uses[0].Consumer) is not { Variable.IsParameter: false } place)
        {
            return null;
        }

        if (!_found.TryGetValue(place, out var kept))
        {
            _found.Add(place, kept = In(place));
        }

        return kept;
    }

    private KeptTask? In(Place place)
    {
        if (place.Field is { } field && !fields.BelongTo(body.Method, field))
        {
            return null;
        }

        var calls = new List<Instruction>();
        var clears = new List<(Instruction, Instruction)>();
        var loads = new Dictionary<Instruction, AwaitedByMachine>();
        var accesses = body.Places.Naming(place).ToList();
        foreach (var access in accesses)
        {
            if (!_stack.IsReachable(access))
            {
                return null;
            }

            if (body.StoredTo(access) == place)
            {
                var values = _stack.DirectProducersOf(access, place.Field == null ? 0 : 1);
                if (!values.All(value => _stack.DirectConsumersOf(value).Count == 1))
                {
                    return null;
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
                    return null;
                }
            }
            else if (body.LoadedFrom(access, out var isAddress) == place && !isAddress &&
                awaits.Recognise(access) is AwaitedByMachine awaited && AwaitRecogniser.IsReachedAtOnce(access, awaited.Use))
            {
                loads.Add(access, awaited);
            }
            else
            {
                return null;
            }
        }

        return loads.Count > 0 && AreAlike(loads.Values) && IsFollowed(place, calls, clears.Select(clear => clear.Item1), loads) ? new KeptTask(place, calls, clears, accesses, loads) : null;
    }

    /// <summary>Whether all awaits have a result, or none has: one of a task as of one without drops the result, which a ValueTask's does not do.</summary>
    private static bool AreAlike(IEnumerable<AwaitedByMachine> awaits) => awaits.Select(awaited => awaited.Result == null).Distinct().Count() == 1;

    private bool IsFollowed(Place place, IEnumerable<Instruction> calls, IEnumerable<Instruction> nulls, Dictionary<Instruction, AwaitedByMachine> loads)
    {
        var steps = new TaskSteps(body, place, new HashSet<Instruction>(loads.Values.Select(awaited => awaited.Use)));
        return calls.All(call => ValueFlow.From(body, steps, call).Use.Misuse == null)
            && nulls.All(IsNeverAwaited)
            && ValueFlow.FromEntry(body, steps, place).Use is { Misuse: null, IsConsumed: false };

        bool IsNeverAwaited(Instruction value) => ValueFlow.From(body, steps, value).Use is { Misuse: null, IsConsumed: false };
    }
}
