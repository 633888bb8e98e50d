using System.Diagnostics;

namespace Tests.WovenPackages.Servers;

/// <summary>A MariaDB server that anybody on this machine may use. Its databases need not survive a crash of the machine.</summary>
internal static class MariaDbServer
{
    // Debian's package puts the server into this folder. The folder is not in every user's PATH.
    private const string Folder = "/usr/sbin";

    // The byte that follows the packet's length and number in the server's greeting.
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

    /// <summary>Returns the connection string for MySqlConnector.</summary>
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

            // The server has no tables of users. To create them, the tests would need one more package.
            "--skip-grant-tables",
            "--innodb-flush-log-at-trx-commit=0",
            .. User,
        ]);

    private static bool Answers(int port) => Greeting.Of(port, 5) is [.., ProtocolVersion];
}
