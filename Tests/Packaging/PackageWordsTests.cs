using System.Text.RegularExpressions;
using static Tests.Packaging.PackageArchive;

namespace Tests.Packaging;

/// <summary>Checks what a package says about itself on its registry's page.</summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class PackageWordsTests
{
    [Test]
    public void The_changelog_tells_of_the_version_that_is_packed() =>
        Assert.That(
            File.ReadAllText(Repository.PathOf("CHANGELOG.md")),
            Does.Match($@"(?m)^## \[{Regex.Escape(Packed.Version)}\] - \d{{4}}-\d\d-\d\d$"));

    [TestCase("PooledAwait.Fody")]
    [TestCase("PooledAwait.Runtime")]
    [TestCase("PooledAwait.Inspect")]
    public void A_package_tells_its_licence_its_readme_and_where_it_is_from(string package)
    {
        var metadata = Nuspec(package).Elements().ToLookup(element => element.Name.LocalName);

        Assert.That(metadata["license"].Single().Value, Is.EqualTo("MIT"));
        Assert.That(metadata["readme"].Single().Value, Is.EqualTo("README.md"));
        Assert.That(metadata["icon"].Single().Value, Is.EqualTo("icon.png"));
        Assert.That(metadata["repository"].Single().Attribute("type")!.Value, Is.EqualTo("git"));
        Assert.That(metadata["repository"].Single().Attribute("url")!.Value, Is.EqualTo(metadata["projectUrl"].Single().Value));
        Assert.That(metadata["developmentDependency"], Is.Empty);
    }

    [TestCase("PooledAwait.Fody")]
    [TestCase("PooledAwait.Runtime")]
    [TestCase("PooledAwait.Inspect")]
    public void A_package_has_a_readme_without_relative_links(string package)
    {
        using var readme = new StreamReader(Content(package, "nupkg", "README.md"));
        var links = Regex.Matches(readme.ReadToEnd(), @"\]\(([^)]*)\)").Select(match => match.Groups[1].Value).ToList();
        Assert.That(links, Is.Not.Empty);
        Assert.That(links, Is.All.StartsWith("https://"));
    }
}
