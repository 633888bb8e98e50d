using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>Knows the values of one method that are certainly the result of a race, and of the race that got the delay that was stored last.</summary>
/// <param name="body">The method's body.</param>
/// <param name="order">The order of its instructions, as long as the delay in its variable matters.</param>
/// <param name="fields">Knows the fields that hold local variables.</param>
/// <param name="result">The instruction that takes the result from the await.</param>
/// <param name="delayStore">The instruction that stores the delay.</param>
internal sealed class RaceResult(FollowedBody body, BodyOrder order, MachineFields fields, Instruction result, Instruction delayStore)
{
    /// <summary>Without optimisation, the compiler stores a result into two places, one after the other.</summary>
    private const int MaximumPlaces = 3;

    /// <summary>Returns whether an instruction compares two references.</summary>
    public static bool Compares(Instruction instruction) =>
        instruction.OpCode.Code is Code.Ceq or Code.Beq or Code.Beq_S or Code.Bne_Un or Code.Bne_Un_S;

    /// <param name="read">The load of the delay, which a comparison takes.</param>
    public bool IsComparedWith(Instruction read) =>
        body.Stack.OnlyUseOf(read) is var (comparison, argument) && body.Stack.SingleProducerOf(comparison, 1 - argument) is { } other && Is(other, read, MaximumPlaces);

    /// <summary>Returns whether a value is the race's result.</summary>
    /// <param name="value">The instruction that made the value.</param>
    /// <param name="taker">An instruction after which, or at which, the value is taken, and before which the race must have ended.</param>
    /// <param name="places">The number of places that may hold the value.</param>
    private bool Is(Instruction value, Instruction taker, int places)
    {
        if (value == result)
        {
            return !order.MayReach(delayStore, taker, result);
        }

        if (places == 0 || body.LoadedFrom(value, out var isAddress) is not { } place || isAddress || (place.Field is { } field && !(body.IsMachine && fields.HasNoOtherUser(body.Method, field))) ||
            body.Places.Naming(place).Any(access => !body.Stack.IsReachable(access) || (body.LoadedFrom(access, out isAddress) == place && isAddress)))
        {
            return false;
        }

        // Only one store may reach the load, and that store must have run since the delay was stored.
        var stores = body.Places.Naming(place).Where(access => body.StoredTo(access) == place).ToList();
        var orderOfPlace = new BodyOrder(body, place);
        var seen = stores.Where(store => orderOfPlace.MayReach(store, value, stores)).ToList();
        return seen.Count == 1 && !orderOfPlace.MayReach(null, value, stores) && !order.MayReach(delayStore, taker, seen[0]) &&
            body.Stack.SingleProducerOf(seen[0], place.Field == null ? 0 : 1) is { } stored && Is(stored, seen[0], places - 1);
    }
}
