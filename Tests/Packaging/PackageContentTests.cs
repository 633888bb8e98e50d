using System.IO.Compression;
using System.Xml.Linq;
using NUnit.Framework;

namespace Tests.Packaging;

[Category("Packaging")]
public sealed class PackageContentTests
{
    [Test]
    public void The_weavers_package_has_the_weaver_and_what_a_build_imports_and_no_more() =>
        Assert.That(Entries("PooledAwait.Fody", "nupkg"), Is.EqualTo((string[])
        [
            "PooledAwait.Fody.nuspec",
            "README.md",
            "build/PooledAwait.Fody.props",
            "build/PooledAwait.Fody.targets",
            "lib/netstandard2.0/_._",
            "weaver/PooledAwait.Fody.dll",
            "weaver/PooledAwait.Fody.xcf",
        ]));

    [Test]
    public void The_runtimes_package_has_an_assembly_and_its_documentation_for_each_framework() =>
        Assert.That(Entries("PooledAwait.Runtime", "nupkg"), Is.EqualTo((string[])
        [
            "PooledAwait.Runtime.nuspec",
            "README.md",
            "lib/net10.0/PooledAwait.Runtime.dll",
            "lib/net10.0/PooledAwait.Runtime.xml",
            "lib/net8.0/PooledAwait.Runtime.dll",
            "lib/net8.0/PooledAwait.Runtime.xml",
            "lib/netstandard2.0/PooledAwait.Runtime.dll",
            "lib/netstandard2.0/PooledAwait.Runtime.xml",
        ]));

    [Test]
    public void The_runtime_has_a_symbol_package() =>
        Assert.That(Entries("PooledAwait.Runtime", "snupkg"), Is.EqualTo((string[])
        [
            "PooledAwait.Runtime.nuspec",
            "lib/net10.0/PooledAwait.Runtime.pdb",
            "lib/net8.0/PooledAwait.Runtime.pdb",
            "lib/netstandard2.0/PooledAwait.Runtime.pdb",
        ]));

    [Test]
    public void The_weaver_brings_Fody_with_its_build_assets_and_the_runtime() =>
        Assert.That(Dependencies("PooledAwait.Fody"), Is.EqualTo((string[])
        [
            ".NETStandard2.0: Fody 6.9.3 include=All",
            $".NETStandard2.0: PooledAwait.Runtime {Packed.Version} exclude=Build,Analyzers",
        ]));

    [Test]
    public void The_runtime_depends_on_nothing_from_NET_8_on() =>
        Assert.That(Dependencies("PooledAwait.Runtime"), Is.EqualTo((string[])
        [
            ".NETStandard2.0: System.Threading.Tasks.Extensions 4.5.4 exclude=Build,Analyzers",
        ]));

    [TestCase("PooledAwait.Fody")]
    [TestCase("PooledAwait.Runtime")]
    public void A_package_tells_its_licence_its_readme_and_where_it_is_from(string package)
    {
        var metadata = Nuspec(package).Elements().ToLookup(element => element.Name.LocalName);

        Assert.That(metadata["license"].Single().Value, Is.EqualTo("MIT"));
        Assert.That(metadata["readme"].Single().Value, Is.EqualTo("README.md"));
        Assert.That(metadata["description"].Single().Value, Does.Contain("async"));
        Assert.That(metadata["repository"].Single().Attribute("type")!.Value, Is.EqualTo("git"));
        Assert.That(metadata["repository"].Single().Attribute("url")!.Value, Is.EqualTo(metadata["projectUrl"].Single().Value));
        Assert.That(metadata["developmentDependency"], Is.Empty);
    }

    private static string[] Entries(string package, string kind)
    {
        using var archive = Open(package, kind);
        return archive.Entries
            .Select(entry => entry.FullName)
            .Where(name => name != "[Content_Types].xml" && !name.StartsWith("_rels/", StringComparison.Ordinal) && !name.StartsWith("package/", StringComparison.Ordinal))
            .Order(StringComparer.Ordinal)
            .ToArray();
    }

    private static string[] Dependencies(string package) => Nuspec(package)
        .Descendants()
        .Where(element => element.Name.LocalName == "dependency")
        .Select(element =>
            $"{element.Parent!.Attribute("targetFramework")!.Value}: {element.Attribute("id")!.Value} {element.Attribute("version")!.Value} " +
            string.Join(' ', element.Attributes().Where(attribute => attribute.Name.LocalName is "include" or "exclude")
                .Select(attribute => $"{attribute.Name}={attribute.Value}")))
        .Order(StringComparer.Ordinal)
        .ToArray();

    private static XElement Nuspec(string package)
    {
        using var archive = Open(package, "nupkg");
        using var nuspec = archive.GetEntry($"{package}.nuspec")!.Open();
        return XDocument.Load(nuspec).Root!.Elements().Single();
    }

    private static ZipArchive Open(string package, string kind) =>
        ZipFile.OpenRead(Path.Combine(Packed.Feed, $"{package}.{Packed.Version}.{kind}"));
}
