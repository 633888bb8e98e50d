namespace Benchmarks.Reporting;

/// <summary>Makes a table of the time of each case, compared with the baseline and the peer, beside the goals.</summary>
internal static class TimeTable
{
    public static MarkdownTable Of(IReadOnlyList<Case> cases, Measurements measurements)
    {
        var peer = PeerColumn.HeaderOf(cases);
        var table = new MarkdownTable(
        [
            "work", "not woven, ns", .. peer.Select(name => $"{name}, ns"), "woven, ns", "woven : not woven", "must", "reach for",
            .. peer.SelectMany(name => new[] { $"woven : {name}", $"must ({name})" }), "reached",
        ]);
        foreach (var @case in cases)
        {
            var goal = @case.Goal;
            var notWoven = measurements.Of(@case, GoalAttribute.NotWoven)!;
            var other = measurements.Of(@case, goal.Peer);
            var woven = measurements.Of(@case, GoalAttribute.Woven)!;
            var ratio = woven.TimeAgainst(notWoven);
            double? ratioToPeer = other is null ? null : woven.TimeAgainst(other);
            table.Add(
            [
                goal.Work,
                Cells.Nanoseconds(notWoven.Time),
                .. peer.Select(_ => Cells.Nanoseconds(other?.Time)),
                Cells.Nanoseconds(woven.Time),
                Cells.Ratio(ratio),
                Cells.Goal(goal.Must),
                Cells.Goal(goal.ReachFor),
                .. peer.SelectMany(_ => new[] { Cells.Ratio(ratioToPeer), Cells.Goal(goal.MustAgainstPeer) }),
                Reached(goal, ratio, ratioToPeer),
            ]);
        }

        return table;
    }

    private static string Reached(GoalAttribute goal, double ratio, double? ratioToPeer)
    {
        var hasGoal = goal.Must > 0;
        var hasPeer = ratioToPeer is not null;
        return hasGoal || hasPeer
            ? Cells.Reached((!hasGoal || ratio <= goal.Must) && (!hasPeer || ratioToPeer <= goal.MustAgainstPeer))
            : Cells.None;
    }
}
