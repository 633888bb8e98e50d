using System.Text.Json;

namespace Tests.NewerRuntimes;

/// <summary>Runtimes that need not be installed on this machine. They come as packages, from the package sources that every restore uses.</summary>
internal static class RuntimePacks
{
    private const string Prefix = "Microsoft.NETCore.App.Runtime.";

    private static readonly string s_project = Repository.PathOf("Tests", "NewerRuntimes", "Packs");

    private static readonly Lazy<(string? Missing, IReadOnlyDictionary<int, string> Folders)> s_restored = new(Restore);

    /// <summary>Returns the folder of the runtime of a major version. If the packages are not available, the test is skipped, with a message.</summary>
    public static string Of(int version)
    {
        if (s_restored.Value.Missing is { } missing)
        {
            Assert.Ignore($"The runtimes cannot be had here: {missing}");
        }

        return s_restored.Value.Folders[version];
    }

    /// <summary>Returns the path of a runtime's file, whichever folder of the package contains the file.</summary>
    public static string FileOf(int version, string name) => Directory.EnumerateFiles(Of(version), name, SearchOption.AllDirectories).Single();

    private static (string? Missing, IReadOnlyDictionary<int, string> Folders) Restore()
    {
        var (exitCode, output) = Dotnet.TryRun(s_project, "restore");
        if (exitCode != 0)
        {
            var missing = MissingPackages.In(output);
            Assert.That(missing, Is.Not.Null, output);
            return (missing, new Dictionary<int, string>());
        }

        using var assets = JsonDocument.Parse(File.ReadAllText(Path.Combine(s_project, "obj", "project.assets.json")));
        var packages = assets.RootElement.GetProperty("packageFolders").EnumerateObject().First().Name;
        var packs =
            from framework in assets.RootElement.GetProperty("project").GetProperty("frameworks").EnumerateObject()
            from package in framework.Value.GetProperty("downloadDependencies").EnumerateArray()
            let name = package.GetProperty("name").GetString()!
            where name.StartsWith(Prefix, StringComparison.Ordinal)
            let version = package.GetProperty("version").GetString()!.TrimStart('[').Split(',', ']')[0] // the version is a range, from one version to itself
            select (Number: int.Parse(version.Split('.')[0]), Folder: Path.Combine(packages, name.ToLowerInvariant(), version, "runtimes"));
        return (null, packs.Distinct().ToDictionary(pack => pack.Number, pack => pack.Folder));
    }
}
