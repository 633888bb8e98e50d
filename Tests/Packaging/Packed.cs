using System.Xml.Linq;

namespace Tests.Packaging;

/// <summary>
/// Packs all packages once for the tests of this namespace. Creates a folder outside the repository, whose projects find the packages. That folder has its own
/// package folder with only these packages, so that a package of the same version from elsewhere is never used instead.
/// </summary>
[SetUpFixture]
[Parallelizable(ParallelScope.Self)]
internal sealed class Packed
{
    private static string s_folder = "";
    private static int s_projects;

    public static string Version { get; private set; } = "";

    public static string Feed => Path.Combine(s_folder, "feed");

    /// <summary>Creates an empty folder for a test's projects.</summary>
    public static string NewFolder() =>
        Directory.CreateDirectory(Path.Combine(s_folder, $"{Interlocked.Increment(ref s_projects):00}")).FullName;

    [OneTimeSetUp]
    public void PackAndSeed()
    {
        s_folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        foreach (var project in (string[])["PooledAwait.Runtime", "PooledAwait.Fody", "PooledAwait.Inspect"])
        {
            Dotnet.Run(Repository.Root, "pack", project, "-c", "Release", "-o", Feed);
        }

        const string Prefix = "PooledAwait.Fody.";
        Version = Path.GetFileNameWithoutExtension(Directory.GetFiles(Feed, $"{Prefix}*.nupkg").Single())[Prefix.Length..];

        // Projects must not import anything from the repository, or from folders above the temporary folder.
        foreach (var name in (string[])["Directory.Build.props", "Directory.Build.targets", "Directory.Packages.props"])
        {
            File.WriteAllText(Path.Combine(s_folder, name), "<Project />");
        }

        // All other packages come from this machine's package folder or, if they are not there, from this machine's package sources.
        var machine = Dotnet.Run(Repository.Root, "nuget", "locals", "global-packages", "--list").Split(": ", 2)[1].Trim();
        new XElement("configuration",
            new XElement("config", Add("globalPackagesFolder", "packages")),
            new XElement("packageSources", Add("packed", "feed")),
            new XElement("fallbackPackageFolders", Add("machine", machine))).Save(Path.Combine(s_folder, "NuGet.config"));

        Seed();
    }

    [OneTimeTearDown]
    public void Delete()
    {
        if (TestContext.CurrentContext.Result.FailCount == 0)
        {
            Remove();
        }
        else
        {
            TestContext.Progress.WriteLine($"The projects are left in {s_folder}.");
        }
    }

    public void Remove() => Directory.Delete(s_folder, recursive: true);

    // Restores the packed packages from the feed into the package folder. Every later restore finds the packages in this folder first.
    private static void Seed()
    {
        var folder = NewFolder();
        File.WriteAllText(Path.Combine(folder, "Seed.csproj"), $"""
            <Project Sdk="Microsoft.NET.Sdk">
              <PropertyGroup>
                <TargetFramework>net10.0</TargetFramework>
                <RestoreSources>../feed</RestoreSources>
              </PropertyGroup>
              <ItemGroup>
                <PackageDownload Include="PooledAwait.Fody" Version="[{Version}]" />
                <PackageDownload Include="PooledAwait.Runtime" Version="[{Version}]" />
              </ItemGroup>
            </Project>
            """);
        Dotnet.Run(folder, "restore");
    }

    private static XElement Add(string key, string value) => new("add", new XAttribute("key", key), new XAttribute("value", value));
}
