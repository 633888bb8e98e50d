using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Stacks.Trees;

/// <summary>Leaves out rows that the user does not want.</summary>
internal static class RowFilter
{
    /// <summary>Returns the trees that contain a method, reduced to the paths to that method and everything below it.</summary>
    public static IReadOnlyList<Row> WithMethod(IReadOnlyList<Row> rows, MethodPattern pattern) =>
    [
        .. from row in rows
           let isMatch = row.Kind == RowKind.Call && pattern.Matches(row.Text)
           let next = isMatch ? row.Next : WithMethod(row.Next, pattern)
           where isMatch || next.Count > 0
           select row with { Next = next },
    ];

    /// <summary>Returns the rows with at least this many calls, and the last things for which they wait.</summary>
    public static IReadOnlyList<Row> AtLeast(IReadOnlyList<Row> rows, int count) =>
    [
        .. from row in rows
           let next = AtLeast(row.Next, count)
           where row.Kind == RowKind.Last ? row.Next.Count == 0 || next.Count > 0 : row.Count >= count
           select row with { Next = next },
    ];
}
