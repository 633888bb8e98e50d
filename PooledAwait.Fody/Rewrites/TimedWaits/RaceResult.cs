using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>
/// Decides whether a value is certainly the result of the race that got the most recently stored delay. A race is an awaited <c>WhenAny</c> that gets a delay.
/// </summary>
/// <param name="places">The accesses to the variables and fields in the method's body.</param>
/// <param name="fields">Finds the machine's fields that hold local variables.</param>
/// <param name="result">The instruction that takes the result from the await.</param>
/// <param name="delay">The variable that holds the delay.</param>
/// <param name="store">The instruction that stores the delay.</param>
internal sealed class RaceResult(PlaceFlows places, MachineFields fields, Instruction result, PlaceFlow delay, Instruction store)
{
    /// <summary>
    /// The largest number of variables and fields through which a result may pass. Code that is compiled without optimisation copies the result to two
    /// variables or fields, one after the other. The third allows one more copy.
    /// </summary>
    private const int MaximumPlaces = 3;

    /// <summary>Returns whether an instruction compares two references.</summary>
    public static bool Compares(Instruction instruction) =>
        instruction.OpCode.Code is Code.Ceq or Code.Beq or Code.Beq_S or Code.Bne_Un or Code.Bne_Un_S;

    /// <summary>Returns whether the code compares the delay with the race's result.</summary>
    /// <param name="read">The load of the delay for the comparison.</param>
    public bool IsComparedWith(Instruction read)
    {
        var stack = places.Body.Stack;
        if (stack.OnlyUseOf(read) is not var (comparison, argument) || stack.SingleProducerOf(comparison, 1 - argument) is not { } other)
        {
            return false;
        }

        // Both operands must belong to the same race. So no code between the loads of the operands may store another delay. If the other operand is the await's
        // result itself, the call of Is(...) below checks this.
        var first = stack.Flow.PositionOf(other) < stack.Flow.PositionOf(read) ? other : read;
        return (other == result || AwaitRecogniser.IsReachedAtOnce(first, comparison)) && Is(other, read, MaximumPlaces);
    }

    /// <summary>Returns whether a value is the race's result.</summary>
    /// <param name="value">The instruction that made the value.</param>
    /// <param name="taker">
    /// The comparison's load of the delay, or the store that keeps the value. The value counts as the result only if every path from the delay's store to this
    /// instruction takes the race's result on the way.
    /// </param>
    /// <param name="most">The largest number of variables and fields through which the result may pass on its way to this value.</param>
    private bool Is(Instruction value, Instruction taker, int most)
    {
        if (value == result)
        {
            return !delay.MayReach(store, taker, result);
        }

        var body = places.Body;
        if (most == 0 || body.LoadedFrom(value, out var isAddress) is not { } place || isAddress ||
            (place.Field is { } field && !(body.IsMachine && TaskType.Is(field.FieldType) && fields.HasNoOtherUser(body.Method, field))))
        {
            return false;
        }

        // The value must come from only one store, and this store must have run since the delay was stored.
        var flow = places.Of(place);
        return flow.Other == null && flow.OnlyStoreSeenBy(value) is { } seen && !delay.MayReach(store, taker, seen) &&
            body.Stack.SingleProducerOf(seen, place.Field == null ? 0 : 1) is { } stored && Is(stored, seen, most - 1);
    }
}
