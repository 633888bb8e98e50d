namespace Benchmarks.Reporting;

/// <summary>Makes the column for the second baseline, the peer. All cases of a category have the same peer, or none.</summary>
internal static class PeerColumn
{
    /// <returns>One name, or an empty list if no case has a peer.</returns>
    public static IReadOnlyList<string> HeaderOf(IReadOnlyList<Case> cases) =>
        [.. cases.Select(@case => @case.Goal.Peer).OfType<string>().Distinct().Select(Cells.Words)];
}
