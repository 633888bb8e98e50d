using System.Buffers.Binary;
using System.Text.RegularExpressions;
using NUnit.Framework;
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
        Assert.That(metadata["tags"].Single().Value.Split(' '), Is.SupersetOf((string[])["Fody", "async", "await"]));
        Assert.That(metadata["releaseNotes"].Single().Value, Does.EndWith("/CHANGELOG.md"));
        Assert.That(metadata["description"].Single().Value, Does.Contain("async"));
        Assert.That(metadata["repository"].Single().Attribute("type")!.Value, Is.EqualTo("git"));
        Assert.That(metadata["repository"].Single().Attribute("url")!.Value, Is.EqualTo(metadata["projectUrl"].Single().Value));
        Assert.That(metadata["developmentDependency"], Is.Empty);
    }

    [Test]
    public void The_runtimes_readme_names_the_version_that_is_packed()
    {
        using var readme = new StreamReader(Content("PooledAwait.Runtime", "nupkg", "README.md"));
        var versions = Regex.Matches(readme.ReadToEnd(), "Version=\"([^\"]*)\"").Select(match => match.Groups[1].Value);
        Assert.That(versions, Is.Not.Empty.And.All.EqualTo(Packed.Version));
    }

    [TestCase("PooledAwait.Fody")]
    [TestCase("PooledAwait.Runtime")]
    [TestCase("PooledAwait.Inspect")]
    public void A_package_has_a_small_icon_and_a_readme_without_relative_links(string package)
    {
        using var readme = new StreamReader(Content(package, "nupkg", "README.md"));
        var links = Regex.Matches(readme.ReadToEnd(), @"\]\(([^)]*)\)").Select(match => match.Groups[1].Value).ToList();
        Assert.That(links, Is.Not.Empty);
        Assert.That(links, Is.All.StartsWith("https://"));

        // The first chunk of a PNG has its width and height.
        var icon = Content(package, "nupkg", "icon.png").ToArray();
        Assert.That(icon[..8], Is.EqualTo((byte[])[0x89, (byte)'P', (byte)'N', (byte)'G', 13, 10, 26, 10]));
        Assert.That(BinaryPrimitives.ReadInt32BigEndian(icon.AsSpan(16)), Is.EqualTo(128));
        Assert.That(BinaryPrimitives.ReadInt32BigEndian(icon.AsSpan(20)), Is.EqualTo(128));
        Assert.That(icon, Has.Length.LessThan(10_000));
    }
}
