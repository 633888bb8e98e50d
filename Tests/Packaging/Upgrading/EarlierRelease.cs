using System.ComponentModel;
using System.Formats.Tar;
using System.Runtime.Loader;
using Fody;

namespace Tests.Packaging.Upgrading;

/// <summary>
/// An earlier release of PooledAwait. The release's packages are not downloaded. This class builds them from the repository's history, once for all tests.
/// </summary>
/// <remarks>
/// Tests that need a release are skipped in a clone without that history. <c>PublicApiTests</c> runs in every clone, and checks that PooledAwait.Runtime has
/// all members that code woven by 1.0.0 calls.
/// </remarks>
public sealed class EarlierRelease
{
    private static readonly string[] s_sources =
    [
        "AssemblyToProcess", "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props", "FodyWeavers.xsd", "LICENSE", "PooledAwait.Fody", "PooledAwait.Runtime",
        "docs/images", "global.json",
    ];

    /// <summary>The first release: the commit before the first change for 2.0.0.</summary>
    public static readonly EarlierRelease First = new("1.0.0", "0d8695692b33ed8117942acc55f6744cb723c889");

    /// <summary>The release that adds its second methods (variants of the user's methods with another signature) directly to the user's types.</summary>
    public static readonly EarlierRelease Second = new("2.0.0", "9f7184c8e4f183f3076f1bb25c9caef450754956", "PooledAwait.Inspect");

    private readonly string _commit;
    private readonly string[] _sources;
    private readonly Lazy<string?> _folder;

    private EarlierRelease(string version, string commit, params string[] more)
    {
        _sources = [.. s_sources, .. more];
        Version = version;
        _commit = commit;
        _folder = new(Build);
    }

    public string Version { get; }

    /// <summary>The folder of the release's sources. If the sources are not available, the test is ignored.</summary>
    public string Sources
    {
        get
        {
            if (_folder.Value is not { } folder)
            {
                Assert.Ignore($"The history of this clone does not reach back to {Version} ({_commit[..7]}): 'git fetch --unshallow' brings it.");
                throw new InvalidOperationException();
            }

            return Path.Combine(folder, "sources");
        }
    }

    /// <summary>The folder of the release's packages.</summary>
    public string Feed => Path.Combine(Sources, "..", "feed");

    /// <summary>Returns the path of the release's PooledAwait.Runtime, as built for a framework.</summary>
    public string Runtime(string framework) => Path.Combine(Sources, "PooledAwait.Runtime", "bin", "Release", framework == "net9.0" ? "net8.0" : framework, "PooledAwait.Runtime.dll");

    /// <summary>Loads the release's weaver, beside today's weaver.</summary>
    public BaseModuleWeaver Weaver()
    {
        var file = Path.Combine(Sources, "PooledAwait.Fody", "bin", "Release", "netstandard2.0", "PooledAwait.Fody.dll");
        var weaver = new AssemblyLoadContext(Version).LoadFromAssemblyPath(file);
        Assert.That(weaver.GetName().Version, Is.EqualTo(new Version($"{Version}.0")));
        return (BaseModuleWeaver)Activator.CreateInstance(weaver.GetType("ModuleWeaver") ?? weaver.GetType("PooledAwait.Fody.ModuleWeaver", throwOnError: true)!)!;
    }

    public override string ToString() => Version;

    private void Delete()
    {
        if (_folder.IsValueCreated && _folder.Value != null)
        {
            Directory.Delete(_folder.Value, recursive: true);
        }
    }

    private string? Build()
    {
        if (!Directory.Exists(Repository.PathOf(".git")) && !File.Exists(Repository.PathOf(".git")) || Git("cat-file", "-e", $"{_commit}^{{commit}}") != 0)
        {
            return null;
        }

        var folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        var archive = Path.Combine(folder, "sources.tar");
        Assert.That(Git(["archive", "--output", archive, _commit, .. _sources]), Is.Zero);
        var sources = Directory.CreateDirectory(Path.Combine(folder, "sources")).FullName;
        TarFile.ExtractToDirectory(archive, sources, overwriteFiles: false);

        // The release needs only packages that this repository needs too.
        var packages = Environment.GetEnvironmentVariable("NUGET_PACKAGES") is { } path ? new Dictionary<string, string> { ["NUGET_PACKAGES"] = path } : [];
        foreach (var project in (string[])["PooledAwait.Runtime", "PooledAwait.Fody"])
        {
            var (exitCode, output) = Dotnet.TryRun(packages, sources, "pack", project, "-c", "Release", "-o", Path.Combine(folder, "feed"));
            Assert.That(exitCode, Is.Zero, output);
        }

        return folder;
    }

    private static int Git(params string[] arguments)
    {
        try
        {
            return ChildProcess.Run("git", Repository.Root, arguments).ExitCode;
        }
        catch (Win32Exception)
        {
            // Git is not installed.
            return -1;
        }
    }

    /// <summary>Deletes the built releases after all tests of this namespace.</summary>
    [SetUpFixture]
    public sealed class Deletion
    {
        [OneTimeTearDown]
        public void DeleteAll()
        {
            First.Delete();
            Second.Delete();
        }
    }
}
