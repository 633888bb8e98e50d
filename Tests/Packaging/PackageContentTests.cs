using System.Diagnostics.CodeAnalysis;
using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text;
using System.Text.RegularExpressions;
using static Tests.Packaging.PackageArchive;

namespace Tests.Packaging;

[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class PackageContentTests
{
    [Test]
    public void The_weavers_package_has_the_weaver_what_a_build_imports_and_what_weaves_at_publish_and_no_more() =>
        Assert.That(Entries("PooledAwait.Fody", "nupkg"), Is.EqualTo((string[])
        [
            "PooledAwait.Fody.nuspec",
            "README.md",
            "THIRD-PARTY-NOTICES.txt",
            "build/PooledAwait.Fody.FileBased.targets",
            "build/PooledAwait.Fody.LeftAlone.targets",
            "build/PooledAwait.Fody.Order.targets",
            "build/PooledAwait.Fody.PublicKey.targets",
            "build/PooledAwait.Fody.Publish.targets",
            "build/PooledAwait.Fody.PublishWeave.targets",
            "build/PooledAwait.Fody.Rewritten.targets",
            "build/PooledAwait.Fody.Runtime.targets",
            "build/PooledAwait.Fody.Weavers.targets",
            "build/PooledAwait.Fody.props",
            "build/PooledAwait.Fody.targets",
            "icon.png",
            "lib/netstandard2.0/_._",
            "publish/FodyHelpers.dll",
            "publish/Mono.Cecil.Pdb.dll",
            "publish/Mono.Cecil.Rocks.dll",
            "publish/Mono.Cecil.dll",
            "publish/PooledAwait.Fody.dll",
            "publish/PooledAwait.Inspect.dll",
            "publish/PooledAwait.Inspect.runtimeconfig.json",
            "publish/System.CommandLine.dll",
            "publish/runtime/net10.0/PooledAwait.Runtime.dll",
            "publish/runtime/net8.0/PooledAwait.Runtime.dll",
            "publish/runtime/netstandard2.0/PooledAwait.Runtime.dll",
            "tasks/PooledAwait.Fody.Build.dll",
            "weaver/PooledAwait.Fody.dll",
            "weaver/PooledAwait.Fody.xcf",
        ]));

    [Test]
    public void The_runtimes_package_has_an_assembly_and_its_documentation_for_each_framework() =>
        Assert.That(Entries("PooledAwait.Runtime", "nupkg"), Is.EqualTo((string[])
        [
            "PooledAwait.Runtime.nuspec",
            "README.md",
            "icon.png",
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

    [TestCase("net10.0")]
    [TestCase("net8.0")]
    [TestCase("netstandard2.0")]
    public void The_runtimes_symbols_are_those_of_its_assembly(string framework)
    {
        using var assembly = new PEReader(Content("PooledAwait.Runtime", "nupkg", $"lib/{framework}/PooledAwait.Runtime.dll"));
        using var symbols = MetadataReaderProvider.FromPortablePdbStream(
            Content("PooledAwait.Runtime", "snupkg", $"lib/{framework}/PooledAwait.Runtime.pdb"));

        var entry = assembly.ReadDebugDirectory().Single(entry => entry.IsPortableCodeView);
        var expected = new BlobContentId(assembly.ReadCodeViewDebugDirectoryData(entry).Guid, entry.Stamp);
        Assert.That(new BlobContentId(symbols.GetMetadataReader().DebugMetadataHeader!.Id), Is.EqualTo(expected));
    }

    [TestCase("net10.0")]
    [TestCase("net8.0")]
    [TestCase("netstandard2.0")]
    public void The_runtime_is_not_what_coverage_is_counted_of(string framework)
    {
        using var assembly = new PEReader(Content("PooledAwait.Runtime", "nupkg", $"lib/{framework}/PooledAwait.Runtime.dll"));
        var metadata = assembly.GetMetadataReader();
        var names = metadata.GetAssemblyDefinition().GetCustomAttributes().Select(attribute => metadata.GetCustomAttribute(attribute).Constructor)
            .Select(constructor => metadata.GetString(constructor.Kind == HandleKind.MethodDefinition
                ? metadata.GetTypeDefinition(metadata.GetMethodDefinition((MethodDefinitionHandle)constructor).GetDeclaringType()).Name
                : metadata.GetTypeReference((TypeReferenceHandle)metadata.GetMemberReference((MemberReferenceHandle)constructor).Parent).Name));
        Assert.That(names, Does.Contain(nameof(ExcludeFromCodeCoverageAttribute)));
    }

    [TestCase("PooledAwait.Runtime", "lib/net10.0/PooledAwait.Runtime.dll")]
    [TestCase("PooledAwait.Runtime", "lib/net8.0/PooledAwait.Runtime.dll")]
    [TestCase("PooledAwait.Runtime", "lib/netstandard2.0/PooledAwait.Runtime.dll")]
    [TestCase("PooledAwait.Fody", "weaver/PooledAwait.Fody.dll")]
    [TestCase("PooledAwait.Fody", "tasks/PooledAwait.Fody.Build.dll")]
    [TestCase("PooledAwait.Fody", "publish/PooledAwait.Inspect.dll")]
    [TestCase("PooledAwait.Inspect", "tools/net10.0/any/PooledAwait.Inspect.dll")]
    public void Shows_no_folder_of_the_machine_that_packed_it(string package, string file)
    {
        using var content = Content(package, "nupkg", file);
        Assert.That(content.ToArray().AsSpan().IndexOf(Encoding.UTF8.GetBytes(Repository.Root)), Is.Negative);
        using var assembly = new PEReader(content);
        var entries = assembly.ReadDebugDirectory();
        var path = assembly.ReadCodeViewDebugDirectoryData(entries.Single(entry => entry.IsPortableCodeView)).Path;
        Assert.That(path, Does.Match(@"^(/_/PooledAwait\.\w+/obj/[\w./]+/)?PooledAwait\.[\w.]+\.pdb$"), "The name alone where they are embedded.");
        using var symbols = entries.Any(entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb)
            ? assembly.ReadEmbeddedPortablePdbDebugDirectoryData(entries.Single(entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb))
            : MetadataReaderProvider.FromPortablePdbStream(Content(package, "snupkg", Path.ChangeExtension(file, ".pdb")));
        var reader = symbols.GetMetadataReader();
        Assert.That(reader.Documents.Select(document => reader.GetString(reader.GetDocument(document).Name)), Is.Not.Empty.And.All.StartsWith("/_/"));
    }

    [Test]
    public void The_tools_package_has_the_tool_and_a_runtime_for_each_framework() =>
        Assert.That(Entries("PooledAwait.Inspect", "nupkg"), Is.SupersetOf((string[])
        [
            "README.md",
            "THIRD-PARTY-NOTICES.txt",
            "icon.png",
            "tools/net10.0/any/DotnetToolSettings.xml",
            "tools/net10.0/any/PooledAwait.Fody.dll",
            "tools/net10.0/any/PooledAwait.Inspect.dll",
            "tools/net10.0/any/runtime/net10.0/PooledAwait.Runtime.dll",
            "tools/net10.0/any/runtime/net8.0/PooledAwait.Runtime.dll",
            "tools/net10.0/any/runtime/netstandard2.0/PooledAwait.Runtime.dll",
        ]));

    /// <summary>
    /// ClrMD, which reads processes, depends on packages for symbol servers. The tool contains one of these, Azure.Core, because ClrMD refers to a type in it.
    /// </summary>
    [Test]
    public void The_tools_package_has_no_more_assemblies_than_it_uses() =>
        Assert.That(
            Entries("PooledAwait.Inspect", "nupkg").Where(entry => entry.EndsWith(".dll", StringComparison.Ordinal) && !entry.Contains("/runtime/") && !entry.EndsWith(".resources.dll", StringComparison.Ordinal)).Select(Path.GetFileNameWithoutExtension),
            Is.EqualTo((string[])
            [
                "Azure.Core", "Dia2Lib", "FodyHelpers", "Microsoft.Diagnostics.FastSerialization", "Microsoft.Diagnostics.NETCore.Client", "Microsoft.Diagnostics.Runtime", "Microsoft.Diagnostics.Tracing.TraceEvent",
                "Microsoft.Extensions.DependencyInjection.Abstractions", "Microsoft.Extensions.Logging.Abstractions", "Mono.Cecil.Pdb", "Mono.Cecil.Rocks", "Mono.Cecil", "PooledAwait.Fody", "PooledAwait.Inspect",
                "PooledAwait.Runtime", "Spectre.Console.Ansi", "Spectre.Console", "System.CommandLine", "TraceReloggerLib",
            ]));

    [Test]
    public void The_tools_package_has_no_documentation_and_symbols_of_others() =>
        Assert.That(Entries("PooledAwait.Inspect", "nupkg").Where(entry => Path.GetExtension(entry) is ".pdb" || (Path.GetExtension(entry) == ".xml" && entry.Contains("/any/", StringComparison.Ordinal))).Select(Path.GetFileName), Is.EqualTo(["DotnetToolSettings.xml"]));

    private static string[] Entries(string package, string kind)
    {
        using var archive = Open(package, kind);
        return archive.Entries
            .Select(entry => entry.FullName)
            .Where(name => !Regex.IsMatch(name, @"^(\[Content_Types\]\.xml$|_rels/|package/)"))
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
}
