using System.Text.Json;
using Tests.WovenPackages.Servers;

namespace Tests.WovenPackages;

/// <summary>What the same work with one package came to, not woven and woven.</summary>
/// <param name="Package">The package's name.</param>
/// <param name="Works">Each work on each number of threads.</param>
internal sealed record PackageComparison(string Package, IReadOnlyList<(WorkMeasurement NotWoven, WorkMeasurement Woven)> Works)
{
    /// <summary>The packages whose work needs no server.</summary>
    public static readonly IReadOnlyList<string> Alone = ["Polly.Core", "Polly"];

    public const string Redis = "StackExchange.Redis";

    public const string Postgres = "Npgsql";

    // The same on every machine, whose caches decide otherwise; 4 MB, in hexadecimal.
    private static readonly Dictionary<string, string> s_garbageCollection = new()
    {
        ["DOTNET_GCgen0size"] = "400000",
        ["DOTNET_GCgen0MaxBudget"] = "400000",
    };

    /// <exception cref="MissingServerException">The server that the work needs is not installed.</exception>
    public static PackageComparison Of(string package, PackageBuilds builds, int operations, int threads)
    {
        switch (package)
        {
            case Redis:
                using (var redis = RedisServer.Start())
                {
                    return Of(package, builds, operations, threads, $"127.0.0.1:{redis.Port}");
                }

            case Postgres:
                using (var postgres = PostgresServer.Start())
                {
                    return Of(package, builds, operations, threads, PostgresServer.ConnectionString(postgres));
                }

            default:
                return Of(package, builds, operations, threads, "");
        }
    }

    private static PackageComparison Of(string package, PackageBuilds builds, int operations, int threads, string server) => new(
        package,
        [.. Run(builds.NotWoven, package, operations, threads, server).Zip(Run(builds.Woven, package, operations, threads, server))]);

    private static List<WorkMeasurement> Run(string program, string package, int operations, int threads, string server)
    {
        var (exitCode, output) = Dotnet.TryRun(s_garbageCollection, Path.GetTempPath(), program, package, $"{operations}", $"{threads}", server);
        return exitCode == 0
            ? [.. output.Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => JsonSerializer.Deserialize<WorkMeasurement>(line)!)]
            : throw new InvalidOperationException($"{program} {package} ended with {exitCode}: {output}");
    }
}
