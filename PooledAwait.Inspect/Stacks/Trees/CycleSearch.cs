using PooledAwait.Inspect.Stacks.Reading;

namespace PooledAwait.Inspect.Stacks.Trees;

/// <summary>Finds the roots of the trees: the calls that no other call awaits, and one call of each cycle.</summary>
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

        foreach (var call in graph.Calls.Where(call => !reached.Contains(call)).ToList())
        {
            if (!reached.Contains(call) && OfCycleBelow(call) is { } member && !reached.Contains(member))
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
    /// Follows the paths from a call, and returns the first call that a path reaches twice. This call is part of a cycle. Returns null if all paths end.
    /// </summary>
    private static Wait? OfCycleBelow(Wait from)
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
                foreach (var next in step.Wait.On)
                {
                    open.Push((next, false));
                }
            }
        }

        return null;
    }
}
