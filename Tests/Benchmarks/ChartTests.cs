using Benchmarks.Charts;
using Benchmarks.Reporting;

namespace Tests.Benchmarks;

[Parallelizable(ParallelScope.Self)]
public class ChartTests
{
    private static readonly string s_report = File.ReadAllText(Repository.PathOf("Benchmarks", "RESULTS.md"));

    [Test]
    public void The_committed_charts_are_drawn_from_the_committed_report()
    {
        var committed = Directory.GetFiles(Repository.PathOf("docs", "charts")).ToDictionary(file => Path.GetFileName(file)!, File.ReadAllText);

        Assert.That(
            committed,
            Is.EquivalentTo(ChartFiles.Draw(ResultsFile.Parse(s_report))),
            "dotnet run -c Release --project Benchmarks -- charts draws them.");
    }

    [Test]
    public void The_READMEs_table_of_figures_is_written_from_the_committed_report()
    {
        var readme = File.ReadAllText(Repository.PathOf("README.md"));

        Assert.That(
            readme,
            Is.EqualTo(FiguresTable.PutInto(readme, ResultsFile.Parse(s_report))),
            "dotnet run -c Release --project Benchmarks -- charts writes it.");
    }

    [Test]
    public void What_charts_show_is_measured()
    {
        var works = Catalog.Categories.SelectMany(category => category.Cases.Select(@case => (category.Name, @case.Goal.Work))).ToList();

        Assert.That(Highlight.All.Select(row => (row.Category, row.Work)), Is.SubsetOf(works));
        Assert.That(PullRequest.Rows.Select(row => ("WhenAny", row.Work)), Is.SubsetOf(works));
    }

    [Test]
    public void The_READMEs_table_has_each_call_that_is_compared_with_runtime_async()
    {
        var results = ResultsFile.Parse(s_report);

        Assert.That(
            AwaitedCall.All.SelectMany(call => new[] { Builds.NotWoven, Builds.RuntimeAsync, Builds.Woven }.Select(build => call.Cell(results, build))),
            Has.All.Match("^[0-9,]+ B, [0-9,.]+ ns$"));
        Assert.That(AwaitedCall.All.Select(call => call.Cell(ResultsFile.Parse(""), Builds.Woven)), Has.All.EqualTo(Cells.None));
    }

    [Test]
    public void What_was_not_measured_has_no_bar_and_nothing_measured_makes_no_chart()
    {
        var without = string.Join('\n', s_report.Split('\n').Where(line => !line.StartsWith("| `async void` |", StringComparison.Ordinal)));

        Assert.That(Bytes(s_report), Does.Contain(">async void, suspending<"));
        Assert.That(Bytes(without), Does.Not.Contain(">async void, suspending<").And.Contain(">ContinueWith, one variable captured<"));
        Assert.That(ChartFiles.Draw(ResultsFile.Parse("")).Keys, Is.EqualTo((string[])["before-after.dark.svg", "before-after.light.svg"]));

        static string Bytes(string report) => ChartFiles.Draw(ResultsFile.Parse(report))["bytes.light.svg"];
    }
}
