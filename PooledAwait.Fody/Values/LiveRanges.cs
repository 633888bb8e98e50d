namespace PooledAwait.Fody.Values;

/// <summary>
/// Decides how far the analysis must follow a value through a body. A holder of the value is a place (a variable or field), or an instruction whose result is
/// on the stack. For each holder, this class finds the positions from which control can still reach an instruction that takes the value from the holder. At all
/// other positions, the analysis ignores the holder. Without this limit, the analysis would follow each value to the end of the body.
/// </summary>
internal sealed class LiveRanges(FollowedBody body)
{
    private readonly Dictionary<object, HashSet<int>> _found = [];
    private readonly BackwardFlow _backward = new(body.Stack.Flow.Instructions.Count, body.SuccessorsOf, body.Stack.Flow.HandlersOf);

    /// <summary>Returns the positions at which a holder's value can still be taken, by the instruction at the position or by a later instruction.</summary>
    /// <param name="holder">A place, or the instruction whose result is on the stack.</param>
    public HashSet<int> Of(object holder)
    {
        if (!_found.TryGetValue(holder, out var live))
        {
            _found.Add(holder, live = holder is Place place ? Of(place) : Of((Instruction)holder));
        }

        return live;
    }

    private HashSet<int> Of(Place place) => _backward.LiveRange(
        Positions(body.Places.Naming(place).Where(at => body.Stack.IsReachable(at) && Takes(at, place))),
        position => body.Overwritten(body.Stack.Flow.Instructions[position]) == place);

    /// <summary>
    /// Returns whether an instruction takes the value of a place. An instruction that only clears the place through its address does not count. The compiler's
    /// code clears the machine's fields in this way when an async method ends or fails.
    /// </summary>
    private bool Takes(Instruction at, Place place) =>
        body.LoadedFrom(at, out var isAddress) == place && !(isAddress && body.Stack.ConsumersOf(at).All(use => use.Consumer.OpCode.Code == Code.Initobj));

    // Paths on which code throws an exception do not count, because the exception empties the stack.
    private HashSet<int> Of(Instruction producer)
    {
        var made = body.Stack.Flow.PositionOf(producer);
        return _backward.LiveRange(Positions(body.Stack.ConsumersOf(producer).Select(use => use.Consumer)), position => position == made, withoutExceptions: true);
    }

    private IEnumerable<int> Positions(IEnumerable<Instruction> instructions) => instructions.Select(body.Stack.Flow.PositionOf);
}
