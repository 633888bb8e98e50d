namespace PooledAwait.Fody.Rewrites;

/// <summary>Decides whether the instructions that gather a call's arguments can be removed.</summary>
internal static class ArgumentSteps
{
    /// <summary>
    /// Returns whether the given instructions (the steps) run only as a sequence. The last step is the call that takes the arguments. Each path from the first
    /// step must run all steps in order, unless a throw or leave instruction empties the stack before the call. No other path may enter the sequence. If the
    /// result is true, the weaver can remove all steps before the call, and the stack stays correct everywhere.
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

            // After this instruction, none of the call's arguments is on the stack, because the call has taken them, or a leave instruction empties the stack.
            // So the path ends.
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
