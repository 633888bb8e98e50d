namespace PooledAwait.Fody.IL;

/// <summary>
/// Finds the ranges around a position. A bound is the start or the end of a range. All positions between two neighbouring bounds have the same result, which is
/// computed once.
/// </summary>
internal sealed class Ranges<T>
{
    private readonly List<int> _bounds = [int.MinValue];
    private readonly List<IReadOnlyList<T>> _around = [[]];

    /// <param name="all">The items that have ranges. If two ranges are equally long, their items keep this order in the results.</param>
    /// <param name="startOf">The first position of a range.</param>
    /// <param name="endOf">The position after the last position of a range.</param>
    public Ranges(IEnumerable<T> all, Func<T, int> startOf, Func<T, int> endOf)
    {
        var ranges = all.Select((one, order) => new Range(one, startOf(one), endOf(one), order)).Where(range => range.Start < range.End).ToList();
        if (ranges.Count == 0)
        {
            return;
        }

        var starting = ranges.ToLookup(range => range.Start);
        var ending = ranges.ToLookup(range => range.End);
        var open = new SortedSet<Range>(Comparer<Range>.Create((one, other) =>
            one.Length != other.Length ? one.Length.CompareTo(other.Length) : one.Order.CompareTo(other.Order)));
        foreach (var bound in ranges.SelectMany(range => new[] { range.Start, range.End }).Distinct().OrderBy(bound => bound))
        {
            open.ExceptWith(ending[bound]);
            open.UnionWith(starting[bound]);
            _bounds.Add(bound);
            _around.Add([.. open.Select(range => range.Value)]);
        }
    }

    /// <summary>For each stretch between two bounds: the items whose ranges contain the stretch. The item with the shortest range comes first.</summary>
    public IReadOnlyList<IReadOnlyList<T>> Around => _around;

    /// <summary>Returns the index of the stretch that contains a position.</summary>
    public int StretchOf(int position)
    {
        var found = _bounds.BinarySearch(position);
        return found >= 0 ? found : ~found - 1;
    }

    /// <summary>Returns the items whose ranges contain a position. The item with the shortest range comes first.</summary>
    public IReadOnlyList<T> At(int position) => _around[StretchOf(position)];

    private sealed record Range(T Value, int Start, int End, int Order)
    {
        public int Length => End - Start;
    }
}
