namespace Tests.Documentation;

/// <summary>Every link within the repository has a target, every named file exists, and a link leads to every page.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed class LinkTests
{
    private static IEnumerable<string> Pages => MarkdownFile.All;

    [TestCaseSource(nameof(Pages))]
    public void Links_and_anchors_resolve(string page) => Assert.Multiple(() =>
    {
        foreach (var link in LinksWithin(page))
        {
            var target = Target(page, link);
            Assert.That(Path.Exists(Repository.PathOf(target)), $"{page} links to {link}.");
            if (link.Split('#') is [_, var anchor])
            {
                Assert.That(new MarkdownFile(target).Anchors, Does.Contain(anchor), $"{page} links to {link}.");
            }
        }
    });

    [TestCaseSource(nameof(Pages))]
    public void Named_files_and_folders_exist(string page) =>
        Assert.That(new MarkdownFile(page).Paths.Where(path => !Path.Exists(Repository.PathOf(path))), Is.Empty);

    [Test]
    public void Every_page_can_be_reached_from_the_README()
    {
        var reached = new HashSet<string> { "README.md" };
        var open = new Queue<string>(reached);
        while (open.TryDequeue(out var page))
        {
            foreach (var target in LinksWithin(page).Select(link => Target(page, link)).Where(target => target.EndsWith(".md", StringComparison.Ordinal)))
            {
                if (reached.Add(target))
                {
                    open.Enqueue(target);
                }
            }
        }

        // No page links to the packages' readmes, which a gallery shows, or to the template, which GitHub shows.
        Assert.That(Pages.Where(page => !page.EndsWith("/PACKAGE.md", StringComparison.Ordinal) && page != ".github/pull_request_template.md"), Is.SubsetOf(reached));
    }

    [Test]
    public void There_is_something_to_check()
    {
        var links = Pages.SelectMany(LinksWithin).ToList();

        Assert.That(links, Has.Count.GreaterThan(50));
        Assert.That(links.Where(link => link.Contains('#')), Is.Not.Empty);
        Assert.That(Pages.SelectMany(page => new MarkdownFile(page).Paths).Count(), Is.GreaterThan(20));
    }

    private static IEnumerable<string> LinksWithin(string page) => new MarkdownFile(page).Links.Where(link => !link.Contains("://", StringComparison.Ordinal));

    private static string Target(string page, string link) => link.Split('#')[0] is { Length: > 0 } path
        ? Path.GetRelativePath(Repository.Root, Path.GetFullPath(Repository.PathOf(Path.GetDirectoryName(page)!, path))).Replace('\\', '/')
        : page;
}
