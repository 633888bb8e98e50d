using System.Runtime.InteropServices;
using Microsoft.Diagnostics.Runtime;

namespace PooledAwait.Inspect.Stacks.Targets;

/// <summary>
/// Searches the runtimes that are installed on this machine, and those in its NuGet packages, for the library that reads a program's runtime. A program that
/// was published as a single file does not contain that library, but an installed runtime of the same build does.
/// </summary>
internal static class InstalledRuntimes
{
    private const string Framework = "Microsoft.NETCore.App";

    /// <param name="info">The runtime.</param>
    /// <param name="build">The runtime's <see cref="BuildText"/>; null if the runtime's file is not found, for example for a dump from another machine.</param>
    /// <returns>The library of the same build; null if there is none.</returns>
    public static string? Find(ClrInfo info, string? build) => Folders().Select(folder => Path.Combine(folder, DataAccess.FileName)).FirstOrDefault(library =>
        File.Exists(library) && (build != null ? BuildText.Of(library) == build
            : Path.Combine(Path.GetDirectoryName(library)!, Path.GetFileName(info.ModuleInfo.FileName) ?? "") is var runtime && File.Exists(runtime) && BuildId.IsSame(info, runtime, orUnknown: false)));

    private static IEnumerable<string> Folders()
    {
        var home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        string?[] installations =
        [
            Path.GetFullPath(Path.Combine(RuntimeEnvironment.GetRuntimeDirectory(), "..", "..", "..")), Environment.GetEnvironmentVariable("DOTNET_ROOT"),
            "/usr/share/dotnet", "/usr/lib/dotnet", Path.Combine(home, ".dotnet"),
        ];
        var packages = Environment.GetEnvironmentVariable("NUGET_PACKAGES") ?? Path.Combine(home, ".nuget", "packages");
        return installations.OfType<string>().Select(installation => Path.Combine(installation, "shared", Framework)).SelectMany(folder => In(folder, "*"))
            .Concat(In(packages, $"{Framework.ToLowerInvariant()}.runtime.*").SelectMany(package => In(package, "*")).SelectMany(version => In(Path.Combine(version, "runtimes"), "*")).Select(platform => Path.Combine(platform, "native")));

        static IEnumerable<string> In(string folder, string pattern) => Directory.Exists(folder) ? Directory.EnumerateDirectories(folder, pattern) : [];
    }
}
