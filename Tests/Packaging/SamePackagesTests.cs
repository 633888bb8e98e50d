using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text.Json.Nodes;

namespace Tests.Packaging;

/// <summary>
/// Packs one commit in two clones whose folder names differ in length. (The second clone is a clone of the first.) If the packages are equal, anybody can
/// reproduce the published files.
/// </summary>
[Thorough]
[Category("Packaging")]
[Parallelizable(ParallelScope.Self)]
public sealed class SamePackagesTests
{
    private static readonly Guid s_sourceLink = new("CC110556-A091-4D38-9FEC-25AB9A351A6A");

    private readonly TemporaryFolder _folder = new();
    private string _commit = "";

    /// <summary>The projects to pack: only the runtime, because its assemblies are in all packages, or all projects with POOLEDAWAIT_WHOLE=1.</summary>
    private static string[] Projects => Extent.IsWhole ? ["PooledAwait.Runtime", "PooledAwait.Fody", "PooledAwait.Inspect"] : ["PooledAwait.Runtime"];

    [OneTimeSetUp]
    public void PackAll()
    {
        if (!Path.Exists(Repository.PathOf(".git")))
        {
            Assert.Ignore("There is no git repository to clone.");
        }

        Clone(Repository.Root, "a");
        Clone(_folder.PathOf("a"), "another folder");
        _commit = Git(_folder.PathOf("a"), "rev-parse", "HEAD").Trim();

        // Sets the time of the files in the packages. Otherwise the files would have the time of packing.
        Dictionary<string, string> variables = new() { ["SOURCE_DATE_EPOCH"] = Git(_folder.PathOf("a"), "log", "-1", "--format=%ct").Trim() };
        if (Environment.GetEnvironmentVariable("NUGET_PACKAGES") is { } packages)
        {
            variables["NUGET_PACKAGES"] = packages;
        }

        foreach (var clone in (string[])["a", "another folder"])
        {
            foreach (var project in Projects)
            {
                var (exitCode, output) = Dotnet.TryRun(variables, _folder.PathOf(clone), "pack", project, "-c", "Release", "-o", _folder.PathOf(clone, "artifacts"));
                Assert.That(exitCode, Is.Zero, output);
            }
        }
    }

    [OneTimeTearDown]
    public void Delete() => _folder.Dispose();

    [Test]
    public void Are_the_same_files()
    {
        var files = Directory.GetFiles(_folder.PathOf("a", "artifacts")).Select(Path.GetFileName).ToList();

        Assert.That(files, Has.Count.EqualTo(Projects.Length + 1), "one of symbols");
        Assert.That(files.Where(file => !File.ReadAllBytes(_folder.PathOf("a", "artifacts", file!)).SequenceEqual(File.ReadAllBytes(_folder.PathOf("another folder", "artifacts", file!)))), Is.Empty);
    }

    [Test]
    public void Have_links_from_their_symbols_to_the_sources_of_the_commit([ValueSource(nameof(Projects))] string project)
    {
        var reached = PackageArchive.Nuspec(_folder.PathOf("another folder", "artifacts"), project).Descendants().Single(element => element.Name.LocalName == "repository");
        var sources = reached.Attribute("url")!.Value.Replace("//github.com/", "//raw.githubusercontent.com/");

        Assert.That(reached.Attribute("commit")!.Value, Is.EqualTo(_commit));
        Assert.That(LinksOf(project), Is.EqualTo($$$"""{"documents":{"/_/*":"{{{sources}}}/{{{_commit}}}/*"}}"""));
    }

    private string LinksOf(string project)
    {
        var folder = _folder.PathOf("another folder", project, "bin", "Release", project == "PooledAwait.Fody" ? "netstandard2.0" : "net10.0");
        using var assembly = new PEReader(File.OpenRead(Path.Combine(folder, $"{project}.dll")));
        var embedded = assembly.ReadDebugDirectory().Where(entry => entry.Type == DebugDirectoryEntryType.EmbeddedPortablePdb).ToList();
        using var symbols = embedded is [var entry]
            ? assembly.ReadEmbeddedPortablePdbDebugDirectoryData(entry)
            : MetadataReaderProvider.FromPortablePdbStream(File.OpenRead(Path.Combine(folder, $"{project}.pdb")));
        var reader = symbols.GetMetadataReader();
        var links = reader.CustomDebugInformation.Select(reader.GetCustomDebugInformation).Single(information => reader.GetGuid(information.Kind) == s_sourceLink);
        return JsonNode.Parse(reader.GetBlobBytes(links.Value))!.ToJsonString(new() { Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping });
    }

    private void Clone(string repository, string name) => Git(_folder.FullName, "clone", "--quiet", "--no-hardlinks", repository, name);

    private static string Git(string folder, params string[] arguments)
    {
        var (exitCode, output) = ChildProcess.Run("git", folder, arguments);
        return exitCode == 0 ? output : throw new InvalidOperationException($"git {string.Join(' ', arguments)}\n{output}");
    }
}
