using System.Diagnostics;

namespace Tests.WovenPackages.Servers;

/// <summary>A MariaDB server that anybody on this machine may use. Its databases need not survive a crash of the machine.</summary>
internal static class MariaDbServer
{
    // The folder of the server in Debian's package, which not every user's PATH contains.
    private const string Folder = "/usr/sbin";

    // The first byte of a greeting after the packet's length and number.
    private const byte ProtocolVersion = 10;

    /// <exception cref="MissingServerException">The server is not installed on this machine.</exception>
    public static LocalServer Start()
    {
        var server = Programs.Find("mariadbd", first: [Folder]) ?? throw new MissingServerException("mariadbd", "mariadb-server-core");
        var folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        var data = Path.Combine(folder, "data");
        Directory.CreateDirectory(data);
        return LocalServer.Start(folder, port => Command(server, port, folder, data), Answers, process => process.Kill());
    }

    /// <summary>The connection string for MySqlConnector.</summary>
    public static string ConnectionString(LocalServer server) => $"Server=127.0.0.1;Port={server.Port};User ID=root;SslMode=None";

    // The server runs as root only if an option says so.
    private static string[] User => Environment.IsPrivilegedProcess ? ["--user=root"] : [];

    private static ProcessStartInfo Command(string server, int port, string folder, string data) => new(
        server,
        [
            "--no-defaults",
            $"--datadir={data}",
            "--bind-address=127.0.0.1",
            $"--port={port}",
            $"--socket={Path.Combine(folder, "socket")}",
            $"--pid-file={Path.Combine(folder, "pid")}",
            "--skip-name-resolve",

            // The server has no tables of users, because the program that creates them is in a package that the tests need for nothing else.
            "--skip-grant-tables",
            "--innodb-flush-log-at-trx-commit=0",
            .. User,
        ]);

    private static bool Answers(int port) => Greeting.Of(port, 5) is [.., ProtocolVersion];
}
