using Mono.Cecil.Cil;
using PooledAwait.Fody.Cil.Flow;

namespace PooledAwait.Fody.Following;

/// <summary>
/// Where in a body it matters that a place, or the result of an instruction on the stack, holds a value: where something can still take it from there. A
/// value is followed no further, or each would be to the end of the body.
/// </summary>
internal sealed class LiveRanges(FollowedBody body)
{
    private readonly Dictionary<object, HashSet<int>> _found = [];
    private readonly BackwardFlow _backward = new(body.Stack.Flow.Instructions.Count, body.SuccessorsOf, body.Stack.Flow.HandlersOf);

    /// <summary>The positions before whose instruction it matters.</summary>
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

    /// <summary>The compiler clears what an async method kept in fields at its end, and where it failed: by the address, through which nothing is taken.</summary>
    private bool Takes(Instruction at, Place place) =>
        body.LoadedFrom(at, out var isAddress) == place && !(isAddress && body.Stack.ConsumersOf(at).All(use => use.Consumer.OpCode.Code == Code.Initobj));

    // An exception takes everything off the stack.
    private HashSet<int> Of(Instruction producer)
    {
        var made = body.Stack.Flow.PositionOf(producer);
        return _backward.LiveRange(Positions(body.Stack.ConsumersOf(producer).Select(use => use.Consumer)), position => position == made, withoutExceptions: true);
    }

    private IEnumerable<int> Positions(IEnumerable<Instruction> instructions) => instructions.Select(body.Stack.Flow.PositionOf);
}
