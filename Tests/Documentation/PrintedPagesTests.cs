using System.Text.RegularExpressions;
using NUnit.Framework;

namespace Tests.Documentation;

/// <summary>Pages that a command writes as a whole name the version that printed them, and none of them is older than the last release.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed partial class PrintedPagesTests
{
    // It is compared with what the command writes, in every run.
    private const string Compared = "docs/faults.md";

    private static IEnumerable<string> Pages => MarkdownFile.All.Append("Benchmarks/RESULTS.md").Where(page => page != Compared && Command().IsMatch(TextOf(page)));

    /// <summary>The version that is made here, and the one before it: between them stands what has changed since a page was printed.</summary>
    private static IEnumerable<string> Recent => Release().Matches(TextOf("CHANGELOG.md")).Select(match => match.Groups[1].Value).Take(2);

    [TestCaseSource(nameof(Pages))]
    public void A_page_was_printed_by_this_version_or_the_one_before(string page)
    {
        var marks = Mark().Matches(TextOf(page));

        Assert.That(marks, Has.Count.EqualTo(1), "A command prints it under the title.");
        Assert.That(Recent, Does.Contain(marks[0].Groups[1].Value), $"Print it again: {Command().Match(TextOf(page)).Groups[1].Value}");
    }

    /// <summary>The table of the page on testing is where one sees them side by side.</summary>
    [Test]
    public void The_page_on_testing_lists_them() => Assert.That(
        Row().Matches(TextOf("docs/testing.md")).Select(match => (match.Groups[1].Value, match.Groups[2].Value, match.Groups[3].Value)),
        Is.EquivalentTo(Pages.Select(page => Mark().Match(TextOf(page)) is var mark ? (Path.GetFileName(page), mark.Groups[1].Value, mark.Groups[2].Value) : default)));

    [Test]
    public void There_is_something_to_check() => Assert.That(Pages.Count(), Is.AtLeast(7));

    private static string TextOf(string page) => File.ReadAllText(Repository.PathOf(page)).ReplaceLineEndings("\n");

    [GeneratedRegex(@"(?:Printed|Written) by `(dotnet run [^`]*)`")]
    private static partial Regex Command();

    [GeneratedRegex(@"(?m)^<!-- printed: (\S+) at (.+) -->$")]
    private static partial Regex Mark();

    [GeneratedRegex(@"(?m)^\| \[([\w-]+\.md)\]\([^)]*\) \| (\S+) \| `([^`]+)` \|$")]
    private static partial Regex Row();

    [GeneratedRegex(@"(?m)^## \[(\d[^\]]*)\]")]
    private static partial Regex Release();
}
