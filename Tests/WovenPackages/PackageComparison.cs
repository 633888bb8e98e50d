using System.Text.Json;
using Tests.NewerRuntimes;
using Tests.WovenPackages.Servers;

namespace Tests.WovenPackages;

/// <summary>Compares several builds of Samples/PackageWork, which do the same operations with one package.</summary>
internal static class PackageComparison
{
    // Sets the gen 0 budget to 4 MB (in hexadecimal) on every machine. Otherwise the budget would depend on the machine's caches.
    private static readonly Dictionary<string, string> s_garbageCollection = new()
    {
        ["DOTNET_GCgen0size"] = "400000",
        ["DOTNET_GCgen0MaxBudget"] = "400000",
    };

    // Optimised code allocates less. The machine's load decides when the JIT produces such code, so in a short run, all code is optimised from the start.
    private static readonly Dictionary<string, string> s_short = new(s_garbageCollection) { ["DOTNET_TieredCompilation"] = "0" };

    /// <summary>Runs the operations in each build, and measures them.</summary>
    /// <param name="package">The package.</param>
    /// <param name="builds">The builds.</param>
    /// <param name="operations">The number of measured operations of the cheapest kind. Fewer operations are measured of a more expensive kind.</param>
    /// <param name="threads">How many operations run at the same time, in the measurements with more than one thread.</param>
    /// <param name="isShort">Whether the run is too short to reach the optimised code that a long run reaches.</param>
    /// <param name="isOnNet11">Whether to run the builds' files on .NET 11 instead of .NET 10.</param>
    /// <returns>A list for each kind of operation, on one thread and on many. The list has a measurement for each build, in the order of the builds.</returns>
    /// <exception cref="MissingServerException">The server that the operations need is not installed.</exception>
    public static IReadOnlyList<IReadOnlyList<WorkMeasurement>> Of(
        Package package, IReadOnlyList<PackageBuild> builds, int operations, int threads, bool isShort = false, bool isOnNet11 = false)
    {
        using var server = WorkServer.Start(package.Server);
        var byBuild = builds
            .Select(build => Run(build.Program, isShort ? s_short : s_garbageCollection, package.Name, operations, threads, server.Address, isOnNet11))
            .ToList();
        return [.. byBuild[0].Select((_, work) => byBuild.Select(works => works[work]).ToList())];
    }

    private static List<WorkMeasurement> Run(
        string program, Dictionary<string, string> variables, string package, int operations, int threads, string server, bool isOnNet11)
    {
        string[] arguments = [program, package, $"{operations}", $"{threads}", server];
        var (exitCode, output) = isOnNet11 ? CoreClr11.Run(variables, Path.GetTempPath(), arguments) : Dotnet.TryRun(variables, Path.GetTempPath(), arguments);
        return exitCode == 0
            ? [.. output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonSerializer.Deserialize<WorkMeasurement>(line)!)]
            : throw new InvalidOperationException($"{program} {package} ended with {exitCode}: {output}");
    }
}
