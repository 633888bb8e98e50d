using System.Globalization;
using Benchmarks.Reporting;

namespace Tests.Benchmarks;

[Parallelizable(ParallelScope.Self)]
public class ReportTests
{
    private static readonly Case s_withPeer = Catalog.Categories[0].Cases.First(@case => @case.Goal.Peer is not null);
    private static readonly Case s_withoutPeer = Catalog.Categories[0].Cases.First(@case => @case.Goal.Peer is null);

    [Test]
    public void Has_a_row_of_bytes_and_a_row_of_times_for_every_case()
    {
        var measurements = new Measurements();
        foreach (var @case in Catalog.Cases)
        {
            Add(measurements, @case, GoalAttribute.NotWoven, bytes: 128, 100);
            Add(measurements, @case, GoalAttribute.Woven, bytes: 0, 50);
        }

        var tables = Tables(ResultsPage.Write(measurements, throughput: null, []));

        var works = Catalog.Categories.Select(category => category.Cases.Select(@case => @case.Goal.Work)).ToList();
        Assert.That(tables.Select(table => table.Select(row => row["work"])), Is.EqualTo(works.Concat(works)));
    }

    [Test]
    public void Puts_goals_and_measured_figures_side_by_side()
    {
        var measurements = new Measurements();
        Add(measurements, s_withPeer, GoalAttribute.NotWoven, bytes: 128, 100, 200, 400);
        Add(measurements, s_withPeer, s_withPeer.Goal.Peer!, bytes: 0.04, 80, 160, 320);
        Add(measurements, s_withPeer, GoalAttribute.Woven, bytes: 0, 70, 120, 400);

        var tables = Tables(ResultsPage.Write(measurements, throughput: null, []));

        var bytes = tables[0].Single();
        Assert.That(bytes["not woven"], Is.EqualTo("128"));
        Assert.That(bytes["base library pooling"], Is.EqualTo("0"));
        Assert.That(bytes["woven"], Is.EqualTo("0"));
        Assert.That(Number(bytes["goal"]), Is.EqualTo(s_withPeer.Goal.Bytes));
        Assert.That(bytes["reached"], Is.EqualTo("yes"));

        var times = tables[1].Single();
        Assert.That(times["not woven, ns"], Is.EqualTo("100"));
        Assert.That(times["woven, ns"], Is.EqualTo("70.0"), "the best round's");
        Assert.That(times["woven : not woven"], Is.EqualTo("0.70"));
        Assert.That(times["woven : base library pooling"], Is.EqualTo("0.88"));
        Assert.That(Number(times["must"]), Is.EqualTo(s_withPeer.Goal.Must));
        Assert.That(Number(times["reach for"]), Is.EqualTo(s_withPeer.Goal.ReachFor));
        Assert.That(Number(times["must (base library pooling)"]), Is.EqualTo(s_withPeer.Goal.MustAgainstPeer));
        Assert.That(times["reached"], Is.EqualTo("yes"));
    }

    [Test]
    public void Says_where_a_goal_was_not_reached()
    {
        var measurements = new Measurements();
        Add(measurements, s_withoutPeer, GoalAttribute.NotWoven, bytes: 104, 100);
        Add(measurements, s_withoutPeer, GoalAttribute.Woven, bytes: s_withoutPeer.Goal.Bytes + 8, 200);

        var tables = Tables(ResultsPage.Write(measurements, throughput: null, []));

        Assert.That(tables.Select(table => table.Single()["reached"]), Is.EqualTo((string[])["**no**", "**no**"]), "of bytes and of times");
    }

    private static void Add(Measurements measurements, Case @case, string method, double bytes, params double[] nanoseconds) =>
        measurements.Add(@case, method, new Measured(bytes, nanoseconds));

    private static double Number(string cell) => double.Parse(cell, CultureInfo.InvariantCulture);

    /// <summary>Reads the tables of a Markdown text. Each row maps the names of the columns to the row's cells, so the names must differ.</summary>
    private static List<List<Dictionary<string, string>>> Tables(string markdown)
    {
        var tables = new List<List<Dictionary<string, string>>>();
        string[]? header = null;
        foreach (var line in markdown.Split('\n'))
        {
            if (!line.StartsWith('|'))
            {
                header = null;
            }
            else if (header is null)
            {
                header = CellsOf(line);
                tables.Add([]);
            }
            else if (!line.StartsWith("| ---", StringComparison.Ordinal))
            {
                tables[^1].Add(header.Zip(CellsOf(line)).ToDictionary(cell => cell.First, cell => cell.Second));
            }
        }

        return tables;
    }

    private static string[] CellsOf(string line) => [.. line.Trim('|', ' ').Split('|').Select(cell => cell.Trim())];
}
