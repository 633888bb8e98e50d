namespace Benchmarks.Reporting;

/// <summary>Makes a table of the bytes that each case allocates, beside the goal.</summary>
internal static class BytesTable
{
    /// <summary>An operation may exceed its goal by this number of bytes, because other work in the process allocates too.</summary>
    private const double Noise = 0.1;

    public static MarkdownTable Of(IReadOnlyList<Case> cases, Measurements measurements)
    {
        var peer = PeerColumn.HeaderOf(cases);
        var table = new MarkdownTable(["work", "not woven", .. peer, "woven", "goal", "reached"]);
        foreach (var @case in cases)
        {
            var goal = @case.Goal;
            var woven = measurements.Of(@case, GoalAttribute.Woven)!.Bytes;
            var most = goal.Bytes + (measurements.Of(@case, goal.BytesBeyond)?.Bytes ?? 0);
            table.Add(
            [
                goal.Work,
                Cells.Bytes(measurements.Of(@case, GoalAttribute.NotWoven)?.Bytes),
                .. peer.Select(_ => Cells.Bytes(measurements.Of(@case, goal.Peer)?.Bytes)),
                Cells.Bytes(woven),
                Cells.Bytes(most),
                Cells.Reached(woven <= most + Noise),
            ]);
        }

        return table;
    }
}
