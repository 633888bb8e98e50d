using NUnit.Framework;

namespace Tests.Documentation;

/// <summary>Every link within the repository leads somewhere.</summary>
public sealed class LinkTests
{
    private static IEnumerable<string> Pages => MarkdownFile.All;

    [TestCaseSource(nameof(Pages))]
    public void Links_and_anchors_resolve(string page) => Assert.Multiple(() =>
    {
        foreach (var link in Links(page))
        {
            var parts = link.Split('#');
            var target = parts[0].Length == 0 ? page : Path.Combine(Path.GetDirectoryName(page)!, parts[0]);
            Assert.That(Path.Exists(Repository.PathOf(target)), $"{page} links to {link}.");
            if (parts.Length > 1)
            {
                Assert.That(new MarkdownFile(target).Anchors, Does.Contain(parts[1]), $"{page} links to {link}.");
            }
        }
    });

    [Test]
    public void There_is_something_to_check()
    {
        var links = Pages.SelectMany(Links).ToList();

        Assert.That(links, Has.Count.GreaterThan(50));
        Assert.That(links.Where(link => link.Contains('#')), Is.Not.Empty);
    }

    /// <summary>The links within the repository.</summary>
    private static IEnumerable<string> Links(string page) =>
        new MarkdownFile(page).Links.Where(link => !link.Contains("://", StringComparison.Ordinal));
}
