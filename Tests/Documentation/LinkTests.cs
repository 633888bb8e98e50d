using NUnit.Framework;
using Tests.Packaging;

namespace Tests.Documentation;

/// <summary>Every link within the repository leads somewhere.</summary>
public sealed class LinkTests
{
    private static IEnumerable<string> Pages => MarkdownFile.All;

    [TestCaseSource(nameof(Pages))]
    public void Links_and_anchors_resolve(string page) => Assert.Multiple(() =>
    {
        foreach (var link in new MarkdownFile(page).Links.Where(link => !link.Contains("://", StringComparison.Ordinal)))
        {
            var parts = link.Split('#');
            var target = parts[0].Length == 0 ? page : Path.GetRelativePath(Repository.Root, Path.GetFullPath(Repository.PathOf(Path.GetDirectoryName(page)!, parts[0])));
            Assert.That(Path.Exists(Repository.PathOf(target)), $"{page} links to {link}.");
            if (parts.Length > 1)
            {
                Assert.That(new MarkdownFile(target).Anchors, Does.Contain(parts[1]), $"{page} links to {link}.");
            }
        }
    });
}
