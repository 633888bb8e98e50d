namespace PooledAwait.Fody.IL;

/// <summary>Transitive closure, computed lazily.</summary>
internal static class Reachable
{
    /// <summary>
    /// Returns the given items, and all items that these lead to, directly or through other items. No item is returned twice. Items are computed only when the
    /// caller enumerates them.
    /// </summary>
    public static IEnumerable<T> From<T>(IEnumerable<T> first, Func<T, IEnumerable<T>> next)
    {
        var seen = new HashSet<T>(first);
        var pending = new Stack<T>(seen);
        while (pending.Count > 0)
        {
            var item = pending.Pop();
            yield return item;
            foreach (var one in next(item).Where(seen.Add))
            {
                pending.Push(one);
            }
        }
    }
}
