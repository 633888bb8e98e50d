using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>
/// Recognises calls of <c>Task.Delay</c> whose task goes to one awaited <c>WhenAny</c>, directly or through a variable. The code may also compare the variable
/// with the result of this <c>WhenAny</c>.
/// </summary>
/// <remarks>
/// After the rewrite, the delay's task comes from a pool. If another task of the <c>WhenAny</c> completes first, a later delay may get the same task object. So
/// the code must not be able to notice that the object is used again. Exactly one <c>WhenAny</c> may get the task, and only once. The code may compare the task
/// only with the result of this <c>WhenAny</c>. If the delay completes first, this result is the delay's task, and no later delay gets the object.
/// </remarks>
internal sealed class KeptDelayRecogniser(StackAnalysis stack, RaceRecogniser races, MachineFields fields)
{
    private readonly Lazy<PlaceFlows> _places = new(() => new PlaceFlows(FollowedBody.Of(stack)));

    private FollowedBody Body => _places.Value.Body;

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

        var flow = _places.Value.Of(place);
        if (flow.Other is { } other)
        {
            return No(stack.IsReachable(other) ? Condition.ReadOtherwise : Condition.VariableUnreachable, other);
        }

        var reads = flow.ReadsOf(store).Select(read => (Read: read, Race: races.Recognise(read))).ToList();
        if (reads.All(read => read.Race == null))
        {
            return No(Condition.VariableHolds, store);
        }

        if (reads.Find(read => flow.OnlyStoreSeenBy(read.Read) != store) is { Read: { } shared })
        {
            return No(Condition.DelayOrOther, shared);
        }

        var raced = reads.Where(read => read.Race != null).ToList();
        if (raced.Count > 1 || raced[0].Race!.Value is not { } race)
        {
            return raced.Count > 1 ? No(Condition.SeveralRaces, raced[1].Read) : raced[0].Race!;
        }

        if (flow.MayReach(raced[0].Read, raced[0].Read, store))
        {
            return No(Condition.RacedAgain, raced[0].Read);
        }

        var result = new RaceResult(_places.Value, fields, race.Result, flow, store);
        foreach (var (read, _) in reads.Where(read => read.Race == null))
        {
            if (!IsComparison(read) || !result.IsComparedWith(read))
            {
                return No(IsComparison(read) ? Condition.ComparedOtherwise : Condition.ReadOtherwise, read);
            }
        }

        return race;

        Refusal No(Condition condition, Instruction at) => condition.With(place.NameIn(Body.Method)).At(Body.Method, at);
    }

    private bool IsComparison(Instruction read) => stack.OnlyUseOf(read) is { Consumer: var taker } && RaceResult.Compares(taker);
}
