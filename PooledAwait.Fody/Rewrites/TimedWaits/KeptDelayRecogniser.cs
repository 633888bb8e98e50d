using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>
/// Recognises delays that one awaited <c>WhenAny</c> gets, directly or through a variable. A variable may also be compared with the result of that <c>WhenAny</c>.
/// </summary>
/// <remarks>
/// While the delay runs, an object of the pool stands for its task. If another task wins, a later delay may get the same object. So the code must not be able to see the object as a task: exactly
/// one <c>WhenAny</c> gets it, once, and it is compared only with the result of that <c>WhenAny</c>, which is one of the other tasks, or the object itself if the time won. In the latter case the object
/// has become a task, and is never used again for another delay.
/// </remarks>
internal sealed class KeptDelayRecogniser(StackAnalysis stack, RaceRecogniser races, MachineFields fields)
{
    private FollowedBody? _body;

    private FollowedBody Body => _body ??= FollowedBody.Of(stack);

    /// <param name="delay">The call of <c>Delay</c>.</param>
    /// <returns>Null if neither a <c>WhenAny</c> nor a variable gets the delay.</returns>
    public Recognised<TimedRace>? Recognise(Instruction delay) =>
        races.Recognise(delay) ??
        (stack.OnlyUseOf(delay) is { Consumer: var store } && Body.StoredTo(store) is { } place ? InPlace(store, place) : null);

    private Recognised<TimedRace> InPlace(Instruction store, Place place)
    {
        if (place.Field == null ? place.Variable.IsParameter : !Body.IsMachine)
        {
            return No(place.Field == null ? Condition.ParameterKeeps : Condition.NotInMachine, store);
        }

        if (place.Field is { } field && !fields.HasNoOtherUser(Body.Method, field))
        {
            return Condition.VariableReadElsewhere.With(field, (object?)fields.OtherUserOf(Body.Method, field) ?? field.DeclaringType).At(Body.Method, store);
        }

        if (AccessesOf(place, out var stores, out var reads) is { } other)
        {
            return No(stack.IsReachable(other) ? Condition.ReadOtherwise : Condition.VariableUnreachable, other);
        }

        if (!reads.Any(read => races.Recognise(read) != null))
        {
            return No(Condition.VariableHolds, store);
        }

        var order = new BodyOrder(Body, place);
        Recognised<TimedRace>? race = null;
        Instruction? raced = null;
        var compared = new List<Instruction>();
        foreach (var read in reads.Where(read => order.MayReach(store, read, stores)))
        {
            if (order.MayReach(null, read, stores) || stores.Any(one => one != store && order.MayReach(one, read, stores)))
            {
                return No(Condition.DelayOrOther, read);
            }

            if (races.Recognise(read) is { } found)
            {
                if (race != null || found.Value == null)
                {
                    return race == null ? found : No(Condition.SeveralRaces, read);
                }

                (race, raced) = (found, read);
            }
            else if (IsComparison(read))
            {
                compared.Add(read);
            }
            else
            {
                return No(Condition.ReadOtherwise, read);
            }
        }

        if (race == null)
        {
            return No(Condition.VariableHolds, store);
        }

        if (order.MayReach(raced, raced!, store))
        {
            return No(Condition.RacedAgain, raced!);
        }

        var result = new RaceResult(Body, order, fields, race.Value!.Result, store);
        return compared.FirstOrDefault(read => !result.IsComparedWith(read)) is { } otherwise ? No(Condition.ComparedOtherwise, otherwise) : race;

        Refusal No(Condition condition, Instruction at) => condition.With(place.NameIn(Body.Method)).At(Body.Method, at);
    }

    /// <summary>Finds the stores into a place, and the loads of it.</summary>
    /// <returns>An instruction that uses the place in another way, or that is unreachable; null if there is none.</returns>
    private Instruction? AccessesOf(Place place, out IReadOnlyList<Instruction> stores, out IReadOnlyList<Instruction> reads)
    {
        var (storing, reading) = (new List<Instruction>(), new List<Instruction>());
        (stores, reads) = (storing, reading);
        foreach (var access in Body.Places.Naming(place))
        {
            if (stack.IsReachable(access) && Body.StoredTo(access) == place)
            {
                storing.Add(access);
            }
            else if (stack.IsReachable(access) && Body.LoadedFrom(access, out var isAddress) == place && !isAddress)
            {
                reading.Add(access);
            }
            else
            {
                return access;
            }
        }

        return null;
    }

    private bool IsComparison(Instruction read) => stack.OnlyUseOf(read) is { Consumer: var taker } && RaceResult.Compares(taker);
}
