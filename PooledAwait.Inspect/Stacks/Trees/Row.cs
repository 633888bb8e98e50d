using PooledAwait.Inspect.Stacks.Reading;

namespace PooledAwait.Inspect.Stacks.Trees;

/// <summary>Calls of one method that wait at one line, on the same path from the first caller on; or what they wait for.</summary>
/// <param name="Kind">Whether the row shows calls, a join of several, or a last thing.</param>
/// <param name="Text">The method, or a description.</param>
/// <param name="Place">The line; empty if there is none.</param>
/// <param name="Note">Further information; usually empty.</param>
/// <param name="Members">All calls that are merged into this row, each once.</param>
/// <param name="Next">What the members wait for; or what waits for them, if leaves come first.</param>
internal sealed record Row(RowKind Kind, string Text, string Place, string Note, IReadOnlyList<Wait> Members, IReadOnlyList<Row> Next)
{
    public int Count => Members.Count;

    /// <summary>How many of the members were made by pooled builders.</summary>
    public int Pooled => Members.Count(member => member.Call?.IsPooled == true);

    /// <summary>How many of the members made no progress between looks; null if there was only one look.</summary>
    public int? Unmoved { get; init; }

    /// <summary>Adds the number of calls that made no progress to each row, and puts the rows with most of them first.</summary>
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
