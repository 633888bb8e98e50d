using System.Text.RegularExpressions;

namespace Tests.Documentation;

/// <summary>The pages name the version of this repository's packages.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed partial class VersionTests
{
    [Test]
    public void References_to_the_packages_have_the_version_that_is_packed()
    {
        var versions = MarkdownFile.All.SelectMany(page => Reference().Matches(File.ReadAllText(Repository.PathOf(page))).Select(match => (Page: page, match.Groups[1].Value))).ToList();

        Assert.That(versions, Has.Count.GreaterThan(5));
        Assert.That(versions.Where(version => version.Value != Repository.Version), Is.Empty);
    }

    /// <summary>Each version has a link to its changes since the version before.</summary>
    [Test]
    public void The_changelog_links_each_version()
    {
        var text = File.ReadAllText(Repository.PathOf("CHANGELOG.md"));
        var sections = Section().Matches(text).Select(match => match.Groups[1].Value).ToList();
        var links = Link().Matches(text).ToDictionary(match => match.Groups[1].Value, match => match.Groups[2].Value);

        Assert.That(sections.First(section => section != "Unreleased"), Is.EqualTo(Repository.Version));
        Assert.That(links.Keys, Is.EqualTo(sections));
        for (var i = 0; i + 1 < sections.Count; i++)
        {
            var here = sections[i] == "Unreleased" ? "HEAD" : $"v{sections[i]}";
            Assert.That(links[sections[i]], Does.EndWith($"/compare/v{sections[i + 1]}...{here}"));
        }
    }

    [GeneratedRegex(@"PooledAwait\.(?:Fody|Runtime|Inspect)(?:@|"" Version=""|\S* --version )(\d[^""`\s]*)")]
    private static partial Regex Reference();

    [GeneratedRegex(@"(?m)^## \[([^\]]+)\]")]
    private static partial Regex Section();

    [GeneratedRegex(@"(?m)^\[([^\]]+)\]: (\S+)\r?$")]
    private static partial Regex Link();
}
