namespace Benchmarks.Reporting;

/// <summary>The cases of a room have the same peer, or none.</summary>
internal static class PeerColumn
{
    /// <returns>One name, or nothing where no case has a peer.</returns>
    public static IReadOnlyList<string> HeaderOf(IReadOnlyList<Case> cases) =>
        [.. cases.Select(@case => @case.Goal.Peer).OfType<string>().Distinct().Select(Cells.Words)];
}
