using Benchmarks.Reporting;
using NUnit.Framework;

namespace Tests.Benchmarks;

/// <summary>The sections of the report that are taken from pages.</summary>
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

    [Test]
    public void Times_of_each_runtime_stand_beside_their_goals()
    {
        const string Page = """
            # Times

            .NET 10.0.12, 1 rounds, load 0.1

            | | not woven | runtime-async : not woven | woven : not woven | bytes: not woven, runtime-async, woven |
            |---|---:|---:|---:|---:|
            | five awaits in a loop | 500.0 ns | 1.60 | 0.80 | 680, 2,504, 0 |

            .NET 8.0.31, 1 rounds, load 0.1

            | | not woven | woven : not woven | bytes: not woven, woven |
            |---|---:|---:|---:|
            | five awaits in a loop | 600.0 ns | 0.81 | 680, 0 |
            | a chain of ten `ValueTask<int>` | 600.0 ns | 0.90 | 680, 0 |
            """;

        Assert.That(CallTimesSection.Of(Page).Split('\n').Where(line => line.StartsWith('|') || line.StartsWith("###", StringComparison.Ordinal)), Is.EqualTo(new[]
        {
            "### .NET 10.0.12, 1 rounds, load 0.1",
            "|  | not woven | runtime-async : not woven | woven : not woven | bytes: not woven, runtime-async, woven | goal | reached |",
            "| --- | ---: | ---: | ---: | ---: | ---: | ---: |",
            "| five awaits in a loop | 500.0 ns | 1.60 | 0.80 | 680, 2,504, 0 | 0.80 | yes |",
            "### .NET 8.0.31, 1 rounds, load 0.1",
            "|  | not woven | woven : not woven | bytes: not woven, woven | goal | reached |",
            "| --- | ---: | ---: | ---: | ---: | ---: |",
            "| five awaits in a loop | 600.0 ns | 0.81 | 680, 0 | 0.80 | **no** |",
            "| a chain of ten `ValueTask<int>` | 600.0 ns | 0.90 | 680, 0 |  |  |",
        }));
    }
}
