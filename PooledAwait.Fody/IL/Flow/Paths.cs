namespace PooledAwait.Fody.IL;

/// <summary>Decides whether control can get from one instruction of a body to another.</summary>
internal sealed class Paths(ControlFlow flow)
{
    /// <summary>The number of forward steps before the backward search begins. These steps cost less than building the body's backward flow.</summary>
    private const int StepsForwardsOnly = 200;

    /// <summary>
    /// Returns whether control can reach one of the targets after an instruction completes, without completing a barrier on the way. A barrier that throws does
    /// not complete.
    /// </summary>
    /// <remarks>
    /// After <see cref="StepsForwardsOnly"/> steps, the search goes on from both ends, and stops as soon as one end has nothing left to visit. Most barriers
    /// are close to the start or to a target, so the search from that end is soon complete. A search from only the other end might go through the whole body.
    /// </remarks>
    /// <param name="from">The instruction after which the paths begin.</param>
    /// <param name="targets">The instructions at which a path may end.</param>
    /// <param name="barriers">The instructions that must not complete on the way.</param>
    /// <param name="withoutExceptions">
    /// Whether to follow only paths on which no exception is thrown. On any other path, the values on the stack are lost.
    /// </param>
    public bool Exist(Instruction from, IEnumerable<Instruction> targets, IEnumerable<Instruction> barriers, bool withoutExceptions = false)
    {
        var starts = new HashSet<int>(flow.SuccessorsOf(flow.PositionOf(from)));
        var wanted = Positions(targets);
        var closed = Positions(barriers);
        var forwards = new Search(starts);
        Search? backwards = null;
        for (var step = 0; forwards.Next() is { } position; step++)
        {
            if (wanted.Contains(position))
            {
                return true;
            }

            forwards.Follow(closed.Contains(position) ? [] : flow.SuccessorsOf(position));
            forwards.Follow(withoutExceptions ? [] : flow.HandlersOf(position));
            if (step < StepsForwardsOnly)
            {
                continue;
            }

            backwards ??= new Search(wanted);
            if (backwards.Next() is not { } behind)
            {
                return false;
            }

            if (starts.Contains(behind))
            {
                return true;
            }

            backwards.Follow(flow.Backward.Completing(behind).Where(before => !closed.Contains(before)));
            backwards.Follow(withoutExceptions ? [] : flow.Backward.Throwing(behind));
        }

        return false;
    }

    private HashSet<int> Positions(IEnumerable<Instruction> instructions) => [.. instructions.Select(flow.PositionOf).Where(position => position >= 0)];

    /// <summary>The positions that a search has not visited yet. No position is visited twice.</summary>
    private sealed class Search(IEnumerable<int> first)
    {
        private readonly HashSet<int> _seen = [.. first];
        private readonly Stack<int> _pending = new(first);

        public int? Next() => _pending.Count > 0 ? _pending.Pop() : null;

        public void Follow(IEnumerable<int> positions)
        {
            foreach (var position in positions)
            {
                if (_seen.Add(position))
                {
                    _pending.Push(position);
                }
            }
        }
    }
}
