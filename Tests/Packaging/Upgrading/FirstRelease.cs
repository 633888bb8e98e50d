using System.ComponentModel;
using System.Formats.Tar;
using System.Runtime.Loader;
using Fody;
using NUnit.Framework;

namespace Tests.Packaging.Upgrading;

/// <summary>
/// PooledAwait 1.0.0, built of its sources out of this repository's history, once for all tests that ask. No registry is asked for its packages, and no binary of it lies in the repository.
/// </summary>
/// <remarks>A clone without that history skips these tests. What woven code of 1.0.0 calls is checked in every clone, by <c>PublicApiTests</c>.</remarks>
[SetUpFixture]
internal sealed class FirstRelease
{
    public const string Version = "1.0.0";

    /// <summary>The last commit before the first change that came with 2.0.0.</summary>
    private const string Commit = "0d8695692b33ed8117942acc55f6744cb723c889";

    private static readonly string[] s_sources =
    [
        "AssemblyToProcess", "Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props", "FodyWeavers.xsd", "LICENSE", "PooledAwait.Fody", "PooledAwait.Runtime", "Samples/HiddenWeaver",
        "docs/images", "global.json",
    ];

    private static readonly Lazy<string?> s_folder = new(Build);

    /// <summary>The sources of 1.0.0; ignores the test where they are not to be had.</summary>
    public static string Sources
    {
        get
        {
            if (s_folder.Value is not { } folder)
            {
                Assert.Ignore($"The history of this clone does not reach back to {Version} ({Commit[..7]}): 'git fetch --unshallow' brings it.");
                throw new InvalidOperationException();
            }

            return Path.Combine(folder, "sources");
        }
    }

    /// <summary>The folder of its packages.</summary>
    public static string Feed => Path.Combine(Sources, "..", "feed");

    /// <summary>PooledAwait.Runtime 1.0.0 as built for a framework.</summary>
    public static string Runtime(string framework) => Path.Combine(Sources, "PooledAwait.Runtime", "bin", "Release", framework == "net9.0" ? "net8.0" : framework, "PooledAwait.Runtime.dll");

    /// <summary>Its weaver, loaded beside the one under test.</summary>
    public static BaseModuleWeaver Weaver()
    {
        var file = Path.Combine(Sources, "PooledAwait.Fody", "bin", "Release", "netstandard2.0", "PooledAwait.Fody.dll");
        var weaver = new AssemblyLoadContext(Version).LoadFromAssemblyPath(file);
        Assert.That(weaver.GetName().Version, Is.EqualTo(new Version(1, 0, 0, 0)));
        return (BaseModuleWeaver)Activator.CreateInstance(weaver.GetType("ModuleWeaver") ?? weaver.GetType("PooledAwait.Fody.ModuleWeaver", throwOnError: true)!)!;
    }

    [OneTimeTearDown]
    public void Delete()
    {
        if (s_folder.IsValueCreated && s_folder.Value != null)
        {
            Directory.Delete(s_folder.Value, recursive: true);
        }
    }

    private static string? Build()
    {
        if (!Directory.Exists(Repository.PathOf(".git")) && !File.Exists(Repository.PathOf(".git")) || Git("cat-file", "-e", $"{Commit}^{{commit}}") != 0)
        {
            return null;
        }

        var folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        var archive = Path.Combine(folder, "sources.tar");
        Assert.That(Git(["archive", "--output", archive, Commit, .. s_sources]), Is.Zero);
        var sources = Directory.CreateDirectory(Path.Combine(folder, "sources")).FullName;
        TarFile.ExtractToDirectory(archive, sources, overwriteFiles: false);

        // What it needs, this repository needs too.
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
            // There is no git.
            return -1;
        }
    }
}
