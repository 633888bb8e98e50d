using System.Diagnostics;

namespace Tests.WovenPackages.Servers;

/// <summary>A PostgreSQL server with its own database cluster, which need not survive a crash of the machine.</summary>
internal static class PostgresServer
{
    // The user that Debian's package creates.
    private const string User = "postgres";

    // Debian keeps each version's programs in a separate folder, which is not in PATH.
    private const string Versions = "/usr/lib/postgresql";

    /// <exception cref="MissingServerException">The server is not installed on this machine.</exception>
    public static LocalServer Start()
    {
        var server = Programs.Find("postgres", first: Folders()) ?? throw new MissingServerException("postgres", "postgresql");
        var programs = Path.GetDirectoryName(server)!;
        var folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        var data = Path.Combine(folder, "data");
        if (Environment.IsPrivilegedProcess)
        {
            Run("chown", User, folder);
        }

        RunAsUser(folder, Path.Combine(programs, "initdb"), "-D", data, "-U", User, "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync");
        return LocalServer.Start(
            folder,
            port => Command(server, "-D", data, "-p", $"{port}", "-k", folder, "-c", "listen_addresses=127.0.0.1", "-c", "fsync=off"),
            port => ChildProcess.Run(Path.Combine(programs, "pg_isready"), folder, "-h", "127.0.0.1", "-p", $"{port}").ExitCode == 0,
            _ => RunAsUser(folder, Path.Combine(programs, "pg_ctl"), "stop", "-D", data, "-m", "immediate"));
    }

    /// <summary>Returns the connection string for Npgsql.</summary>
    public static string ConnectionString(LocalServer server) => $"Host=127.0.0.1;Port={server.Port};Username={User};Database={User}";

    private static IEnumerable<string> Folders() => Directory.Exists(Versions)
        ? Directory.GetDirectories(Versions)
            .OrderByDescending(folder => int.TryParse(Path.GetFileName(folder), out var version) ? version : 0)
            .Select(folder => Path.Combine(folder, "bin"))
        : [];

    private static void RunAsUser(string folder, string program, params string[] arguments)
    {
        var command = Command(program, arguments);
        Run(command.FileName, [.. command.ArgumentList], folder);
    }

    // The server refuses to run as root.
    private static ProcessStartInfo Command(string program, params string[] arguments) => Environment.IsPrivilegedProcess
        ? new("setpriv", [$"--reuid={User}", $"--regid={User}", "--init-groups", program, .. arguments])
        : new(program, arguments);

    private static void Run(string program, params string[] arguments) => Run(program, arguments, Path.GetTempPath());

    private static void Run(string program, string[] arguments, string folder)
    {
        var (exitCode, output) = ChildProcess.Run(program, folder, arguments);
        if (exitCode != 0)
        {
            throw new InvalidOperationException($"{program} {string.Join(' ', arguments)} ended with {exitCode}: {output}");
        }
    }
}
