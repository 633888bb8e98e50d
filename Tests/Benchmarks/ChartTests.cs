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
    public void The_times_of_an_awaited_call_are_computed_from_its_ratios()
    {
        const string Report = """
            ## Calls that await others

            ### .NET 11.0.0

            |  | not woven | base library pooling : not woven | runtime-async : not woven | woven : not woven | bytes: not woven, base library pooling, runtime-async, woven |
            | --- | ---: | ---: | ---: | ---: | ---: |
            | one `ValueTask<int>` in flight | 200.0 ns | 0.50 | 2.00 | 0.10 | 1,120, 8, 192, 0 |
            | a chain of ten methods | 1000.0 ns | 1.00 | 0.25 | 0.75 | 2,000, 2,000, 16, 0 |
            """;
        var results = ResultsFile.Parse(Report);
        string[] builds = [Builds.NotWoven, Builds.Peer, Builds.RuntimeAsync, Builds.Woven];

        Assert.That(Row("async ValueTask<int>", "1 call in flight"), Is.EqualTo(["1,120 B, 200 ns", "8 B, 100 ns", "192 B, 400 ns", "0 B, 20.0 ns"]));
        Assert.That(Row("await CountAsync()", "ten methods that await each other"), Is.EqualTo(["2,000 B, 1,000 ns", "-", "16 B, 250 ns", "0 B, 750 ns"]));

        IEnumerable<string> Row(string code, string remark) =>
            builds.Select(build => AwaitedCall.All.Single(call => call.Code == code && call.Remark == remark).Cell(results, build));
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
