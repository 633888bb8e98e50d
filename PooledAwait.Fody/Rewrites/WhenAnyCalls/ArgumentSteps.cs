namespace PooledAwait.Fody.Rewrites;

/// <summary>Decides whether the instructions that gather a call's arguments can be removed.</summary>
internal static class ArgumentSteps
{
    /// <summary>
    /// Returns whether the steps run only as a sequence: each path from the first step runs all of them in order, or ends before the last one, and no other path enters in between. If so, the
    /// stack is correct everywhere without the steps, too.
    /// </summary>
    public static bool AreTakenInOrder(this StackAnalysis stack, IReadOnlyList<Instruction> steps)
    {
        var flow = stack.Flow;
        var start = flow.PositionOf(steps[0]);
        var stepAt = Enumerable.Range(0, steps.Count).ToDictionary(step => flow.PositionOf(steps[step]));
        var taken = new Dictionary<int, int> { [start] = 0 };
        var followed = new HashSet<int>();
        var pending = new Stack<int>([start]);
        while (pending.Count > 0)
        {
            var position = pending.Pop();
            var done = taken[position];
            if (stepAt.TryGetValue(position, out var step) && step != done++)
            {
                return false;
            }

            // The path ends here: after the call the array is gone, and a leave empties the stack.
            if (done == steps.Count || flow.Instructions[position].OpCode.Code is Code.Leave or Code.Leave_S)
            {
                continue;
            }

            followed.Add(position);
            foreach (var next in flow.SuccessorsOf(position))
            {
                if (!taken.TryGetValue(next, out var before))
                {
                    taken.Add(next, done);
                    pending.Push(next);
                }
                else if (before != done)
                {
                    return false;
                }
            }
        }

        return taken.Keys.All(position => position == start || flow.Backward.Completing(position).All(followed.Contains));
    }
}
