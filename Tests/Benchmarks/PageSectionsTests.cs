using Benchmarks.Reporting;

namespace Tests.Benchmarks;

/// <summary>The benchmarks' report contains sections that are made from pages in docs.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class PageSectionsTests
{
    [Test]
    public void The_committed_report_has_them_as_the_committed_pages_are()
    {
        var report = File.ReadAllText(Repository.PathOf("Benchmarks", "RESULTS.md"));
        Assert.That(
            report.ReplaceLineEndings("\n"), Is.EqualTo(PageSections.PutInto(report, Repository.PathOf("docs")).ReplaceLineEndings("\n")),
            "dotnet run -c Release --project Benchmarks -- sections writes them.");
    }
}
