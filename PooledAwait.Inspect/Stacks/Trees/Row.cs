using PooledAwait.Inspect.Stacks.Reading;

namespace PooledAwait.Inspect.Stacks.Trees;

/// <summary>A row of a tree: calls of one method that wait at one line and have the same path above them, or the things for which these calls wait.</summary>
/// <param name="Kind">The kind of the row: calls, a join of several tasks, or a last thing.</param>
/// <param name="Text">The method, or a description.</param>
/// <param name="Place">The line; empty if there is none.</param>
/// <param name="Note">Further information; usually empty.</param>
/// <param name="Members">The calls, joins or last things that are merged into this row, each once.</param>
/// <param name="Next">The rows for which the members wait; if leaves come first, the rows that wait for the members.</param>
internal sealed record Row(RowKind Kind, string Text, string Place, string Note, IReadOnlyList<Wait> Members, IReadOnlyList<Row> Next)
{
    public int Count => Members.Count;

    /// <summary>The number of members that are calls with a pooled builder.</summary>
    public int Pooled => Members.Count(member => member.Call?.IsPooled == true);

    /// <summary>The number of members that made no progress; null without --watch.</summary>
    public int? Unmoved { get; init; }

    /// <summary>Adds to each row the number of calls that made no progress, and puts rows with many such calls first.</summary>
    public static IReadOnlyList<Row> WithUnmoved(IReadOnlyList<Row> rows, IReadOnlySet<ulong> unmoved) =>
    [
        .. rows.Select(row => row with
        {
            Unmoved = row.Members.Count(member => member.Call != null && unmoved.Contains(member.Address)),
            Next = WithUnmoved(row.Next, unmoved),
        }).OrderByDescending(row => row.Unmoved),
    ];
}

internal enum RowKind
{
    Call,
    Join,
    Last,
}
