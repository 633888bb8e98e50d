using PooledAwait.Inspect.Stacks.Reading;

namespace PooledAwait.Inspect.Stacks.Trees;

/// <summary>
/// Finds the roots of the trees: the calls that no other call awaits, and enough calls of cycles that the roots reach all calls. A root may also be in the tree
/// of a root that was found later.
/// </summary>
internal static class CycleSearch
{
    public static IReadOnlyList<Wait> Roots(WaitGraph graph)
    {
        var roots = graph.Calls.Where(call => call.By.Count == 0).ToList();
        var reached = new HashSet<Wait>();
        foreach (var root in roots)
        {
            Reach(root, reached);
        }

        foreach (var call in graph.Calls)
        {
            // A call may lead to several cycles.
            while (!reached.Contains(call) && OfCycleBelow(call, reached) is { } member)
            {
                roots.Add(member);
                Reach(member, reached);
            }
        }

        return roots;
    }

    private static void Reach(Wait from, HashSet<Wait> reached)
    {
        var open = new Stack<Wait>([from]);
        while (open.TryPop(out var wait))
        {
            if (reached.Add(wait))
            {
                foreach (var next in wait.On)
                {
                    open.Push(next);
                }
            }
        }
    }

    /// <summary>
    /// Follows the paths from a call, and returns the first call that a path reaches twice. This call is part of a cycle. Returns null if all paths end. A path
    /// also ends at what other roots reach.
    /// </summary>
    private static Wait? OfCycleBelow(Wait from, HashSet<Wait> reached)
    {
        var entered = new HashSet<Wait>();
        var left = new HashSet<Wait>();
        var open = new Stack<(Wait Wait, bool IsEnd)>([(from, false)]);
        while (open.TryPop(out var step))
        {
            if (step.IsEnd)
            {
                left.Add(step.Wait);
            }
            else if (!entered.Add(step.Wait))
            {
                if (!left.Contains(step.Wait) && step.Wait.Call != null)
                {
                    return step.Wait;
                }
            }
            else
            {
                open.Push((step.Wait, true));
                foreach (var next in step.Wait.On.Where(next => !reached.Contains(next)))
                {
                    open.Push((next, false));
                }
            }
        }

        return null;
    }
}
