using System.Text.RegularExpressions;
using NUnit.Framework;

namespace Tests.Documentation;

/// <summary>Pages and parts of pages that commands printed name the version and the commit that printed them, and none of them is older than the last release.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed partial class PrintedPagesTests
{
    // It is compared with what the command writes, in every run.
    private const string Compared = "docs/faults.md";

    // Here a part was printed, and a person copied it. What the README takes from other pages is compared with them.
    private static readonly string[] s_withParts = ["README.md", "docs/compare.md", "docs/newer-runtimes.md", "docs/options.md", "docs/publishing.md", "docs/soak.md"];

    private static IEnumerable<string> Pages => MarkdownFile.All.Append("Benchmarks/RESULTS.md");

    private static IEnumerable<string> Whole => Pages.Where(page => page != Compared && !s_withParts.Contains(page) && Command().IsMatch(TextOf(page)));

    private static IEnumerable<string> Marked => Pages.Where(page => Mark().IsMatch(TextOf(page)));

    [TestCaseSource(nameof(Whole))]
    public void A_page_has_one_mark_which_its_command_prints(string page) => Assert.That(Mark().Count(TextOf(page)), Is.EqualTo(1));

    [TestCaseSource(nameof(s_withParts))]
    public void A_page_with_a_printed_part_has_a_mark(string page) => Assert.That(Marked, Does.Contain(page));

    [TestCaseSource(nameof(Marked))]
    public void It_was_printed_by_this_version_or_the_one_before(string page)
    {
        var releases = Release().Matches(TextOf("CHANGELOG.md")).Select(match => match.Groups[1].Value).ToList();
        var versions = Mark().Matches(TextOf(page)).Select(mark => mark.Groups[1].Value);

        Assert.That(versions.Where(version => !IsRecent(version, releases)), Is.Empty, "Print them again.");
    }

    [TestCase("1.1.0", ExpectedResult = true)]
    [TestCase("1.0.0", ExpectedResult = true)]
    [TestCase("0.9.0", ExpectedResult = false)]
    [TestCase("1.2.0", ExpectedResult = false)]
    public bool Older_ones_are_found(string version) => IsRecent(version, ["1.1.0", "1.0.0", "0.9.0"]);

    /// <summary>The table of the page on testing is where one sees them side by side.</summary>
    [Test]
    public void The_page_on_testing_lists_them() => Assert.That(
        Row().Matches(TextOf("docs/testing.md")).Select(match => (match.Groups[1].Value, match.Groups[2].Value, match.Groups[3].Value)),
        Is.EquivalentTo(Marked.SelectMany(page => Mark().Matches(TextOf(page)).Select(mark => (Path.GetFileName(page), mark.Groups[1].Value, mark.Groups[2].Value)).Distinct())));

    [Test]
    public void There_is_something_to_check() => Assert.That(Whole.Count(), Is.AtLeast(7));

    /// <summary>Whether it is the version that is made here, or the one before it: between them stands what has changed since something was printed.</summary>
    private static bool IsRecent(string version, IEnumerable<string> releases) => releases.Take(2).Contains(version);

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
