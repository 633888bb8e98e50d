using Mono.Cecil.Cil;

namespace PooledAwait.Fody.Cil.Flow;

/// <summary>Where control can get to in a body.</summary>
internal sealed class Paths(ControlFlow flow)
{
    /// <summary>
    /// Whether one of the targets can be reached when an instruction has completed, without one of the barriers completing on the way. A
    /// barrier that throws does not complete.
    /// </summary>
    /// <param name="from">Where the ways begin.</param>
    /// <param name="targets">Where one of them may end.</param>
    /// <param name="barriers">What must not complete on the way.</param>
    /// <param name="withoutExceptions">Only the ways on which no exception is thrown, so that the stack stays.</param>
    public bool Exist(Instruction from, IEnumerable<Instruction> targets, IEnumerable<Instruction> barriers, bool withoutExceptions = false)
    {
        var wanted = Positions(targets);
        var closed = Positions(barriers);
        var seen = new HashSet<int>(flow.SuccessorsOf(flow.PositionOf(from)));
        var pending = new Stack<int>(seen);
        while (pending.Count > 0)
        {
            var position = pending.Pop();
            if (wanted.Contains(position))
            {
                return true;
            }

            Follow(closed.Contains(position) ? [] : flow.SuccessorsOf(position));
            Follow(withoutExceptions ? [] : flow.HandlersOf(position));
        }

        return false;

        void Follow(IReadOnlyList<int> positions)
        {
            foreach (var next in positions)
            {
                if (seen.Add(next))
                {
                    pending.Push(next);
                }
            }
        }
    }

    private HashSet<int> Positions(IEnumerable<Instruction> instructions) => [.. instructions.Select(flow.PositionOf)];
}
