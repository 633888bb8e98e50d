using PooledAwait.Inspect.Stacks.Reading;

namespace PooledAwait.Inspect.Stacks.Trees;

/// <summary>Calls of one method that wait at one line, on the same way from the first caller on; or what they wait for.</summary>
/// <param name="Kind">Whether it is calls, what joins several, or the last thing.</param>
/// <param name="Text">The method, or words.</param>
/// <param name="Place">The line; empty where there is none.</param>
/// <param name="Note">What more is to be said; empty mostly.</param>
/// <param name="Members">All that are merged here, each once.</param>
/// <param name="Next">What these wait for; or who waits for them, where the leaf is first.</param>
internal sealed record Row(RowKind Kind, string Text, string Place, string Note, IReadOnlyList<Wait> Members, IReadOnlyList<Row> Next)
{
    public int Count => Members.Count;

    /// <summary>How many of them pooled builders have made.</summary>
    public int Pooled => Members.Count(member => member.Call?.IsPooled == true);

    /// <summary>How many of them did not go on from look to look; null where there was one.</summary>
    public int? Unmoved { get; init; }

    /// <summary>The rows with the number of calls that did not go on, those with most of them first.</summary>
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
