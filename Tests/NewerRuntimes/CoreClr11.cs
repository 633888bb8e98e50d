using System.Runtime.InteropServices;
using System.Text.Json;

namespace Tests.NewerRuntimes;

/// <summary>
/// CoreCLR of .NET 11, on which programs built for .NET 10 run unchanged. CoreCLR need not be installed: it comes as packages, from the package sources that
/// every restore uses.
/// </summary>
internal static class CoreClr11
{
    public const string Version = "11.0.0";

    private static readonly string s_project = Repository.PathOf("Tests", "NewerRuntimes", "CoreClr");

    private static readonly Lazy<(string? Missing, string Folder)> s_laidOut = new(LayOut);

    /// <summary>
    /// The environment variables for a program that was built for an earlier .NET. They let the program run on .NET 11, with every framework that it needs.
    /// </summary>
    public static IReadOnlyDictionary<string, string> Variables { get; } = new Dictionary<string, string> { ["DOTNET_ROLL_FORWARD"] = "LatestMajor" };

    /// <summary>The reason why the packages are not available; null if the packages are available.</summary>
    public static string? Missing => s_laidOut.Value.Missing;

    /// <summary>The path of a dotnet command that finds only .NET 11. If the packages are not available, the test is skipped with a message.</summary>
    public static string Host
    {
        get
        {
            if (Missing is { } missing)
            {
                Assert.Ignore($".NET 11 cannot be had here: {missing}");
            }

            return Path.Combine(s_laidOut.Value.Folder, Command);
        }
    }

    private static string Command => OperatingSystem.IsWindows() ? "dotnet.exe" : "dotnet";

    /// <summary>The library with which the dotnet command finds frameworks.</summary>
    private static string Resolver => OperatingSystem.IsWindows() ? "hostfxr.dll" : OperatingSystem.IsMacOS() ? "libhostfxr.dylib" : "libhostfxr.so";

    /// <summary>Runs the dotnet command with the given arguments, and returns its exit code and output. The first argument is a program's file.</summary>
    public static (int ExitCode, string Output) Run(IReadOnlyDictionary<string, string> variables, string folder, params string[] arguments) =>
        ChildProcess.Run(new Dictionary<string, string>(Variables.Concat(variables)), Host, folder, arguments);

    /// <summary>Copies the files of the packages into a folder, as an installation would lay them out.</summary>
    private static (string? Missing, string Folder) LayOut()
    {
        var (exitCode, output) = Dotnet.TryRun(s_project, "restore");
        if (exitCode != 0)
        {
            var missing = MissingPackages.In(output);
            Assert.That(missing, Is.Not.Null, output);
            return (missing, "");
        }

        var complete = Path.Combine(s_project, "obj", $"host.{Version}");
        if (Directory.Exists(complete))
        {
            return (null, complete);
        }

        // Another process may copy the files at the same time. So each process copies into a folder of its own, and the first process that finishes gives its
        // folder the final name.
        var copy = Path.Combine(s_project, "obj", $"host.{Version}.{Environment.ProcessId}");
        foreach (var (framework, files) in Packages())
        {
            var shared = Directory.CreateDirectory(Path.Combine(copy, "shared", framework, Version)).FullName;
            foreach (var file in Directory.EnumerateFiles(files, "*", SearchOption.AllDirectories))
            {
                File.Copy(file, Path.Combine(shared, Path.GetFileName(file)), overwrite: true);
            }
        }

        var resolver = Directory.CreateDirectory(Path.Combine(copy, "host", "fxr", Version)).FullName;
        File.Copy(Path.Combine(copy, "shared", "Microsoft.NETCore.App", Version, Resolver), Path.Combine(resolver, Resolver));
        File.Copy(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..", Command), Path.Combine(copy, Command));
        try
        {
            Directory.Move(copy, complete);
        }
        catch (IOException) when (Directory.Exists(complete))
        {
            Directory.Delete(copy, recursive: true);
        }

        return (null, complete);
    }

    /// <summary>Returns each framework, with the folder of its files.</summary>
    private static IEnumerable<(string Framework, string Files)> Packages()
    {
        using var assets = JsonDocument.Parse(File.ReadAllText(Path.Combine(s_project, "obj", "project.assets.json")));
        var packages = assets.RootElement.GetProperty("packageFolders").EnumerateObject().First().Name;
        foreach (var package in assets.RootElement.GetProperty("project").GetProperty("frameworks").GetProperty("net10.0").GetProperty("downloadDependencies").EnumerateArray())
        {
            var name = package.GetProperty("name").GetString()!;
            var end = name.IndexOf(".Runtime.", StringComparison.Ordinal);
            if (end >= 0)
            {
                yield return (name[..end], Directory.EnumerateDirectories(Path.Combine(packages, name.ToLowerInvariant(), Version, "runtimes")).Single());
            }
        }
    }
}
