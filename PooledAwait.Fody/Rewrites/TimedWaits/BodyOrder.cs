using PooledAwait.Fody.Values;

namespace PooledAwait.Fody.Rewrites.TimedWaits;

/// <summary>Answers in which order a body may run its instructions, as long as the value of one place still matters.</summary>
/// <remarks>
/// In a state machine, only the paths on which it never suspends count: resuming continues where completing at once does. All paths end where nothing can read the place any more, so a long body
/// with many variables takes no longer than a short one for each of them.
/// </remarks>
/// <param name="body">The body.</param>
/// <param name="place">The place.</param>
internal sealed class BodyOrder(FollowedBody body, Place place)
{
    private readonly HashSet<int> _live = body.Live.Of(place);

    /// <summary>
    /// Returns whether control can come to an instruction, from the end of another one or from the body's beginning, without completing a barrier on the way, and the value of the place still matters.
    /// </summary>
    /// <param name="from">Where the paths begin; null for the beginning of the body.</param>
    /// <param name="to">Where a path may end.</param>
    /// <param name="barriers">The instructions that must not complete on the way. An instruction that throws does not complete.</param>
    public bool MayReach(Instruction? from, Instruction to, params IEnumerable<Instruction> barriers)
    {
        var flow = body.Stack.Flow;
        var target = flow.PositionOf(to);
        var closed = new HashSet<int>(barriers.Select(flow.PositionOf));
        return Reachable.From((from == null ? [0] : body.SuccessorsOf(flow.PositionOf(from))).Where(_live.Contains), Next).Contains(target);

        IEnumerable<int> Next(int position) => flow.HandlersOf(position).Concat(closed.Contains(position) ? [] : body.SuccessorsOf(position)).Where(_live.Contains);
    }
}
