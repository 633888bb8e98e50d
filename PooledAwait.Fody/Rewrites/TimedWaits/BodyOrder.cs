using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>Answers in which order a body may run its instructions.</summary>
/// <remarks>In a state machine, only the paths on which it never suspends count: resuming continues where completing at once does.</remarks>
internal sealed class BodyOrder(FollowedBody body)
{
    /// <summary>Returns whether control can come to an instruction, from the end of another one or from the body's beginning, without completing a barrier on the way.</summary>
    /// <param name="from">Where the paths begin; null for the beginning of the body.</param>
    /// <param name="to">Where a path may end.</param>
    /// <param name="barriers">The instructions that must not complete on the way. An instruction that throws does not complete.</param>
    public bool MayReach(Instruction? from, Instruction to, params IEnumerable<Instruction> barriers)
    {
        var flow = body.Stack.Flow;
        var target = flow.PositionOf(to);
        var closed = new HashSet<int>(barriers.Select(flow.PositionOf));
        return Reachable.From(from == null ? [0] : body.SuccessorsOf(flow.PositionOf(from)), Next).Contains(target);

        IEnumerable<int> Next(int position) => flow.HandlersOf(position).Concat(closed.Contains(position) ? [] : body.SuccessorsOf(position));
    }
}
