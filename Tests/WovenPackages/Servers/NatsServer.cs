namespace Tests.WovenPackages.Servers;

internal static class NatsServer
{
    // Debian's package puts the server into this folder. The folder is not in every user's PATH.
    private const string Folder = "/usr/sbin";

    /// <exception cref="MissingServerException">The server is not installed on this machine.</exception>
    public static LocalServer Start()
    {
        var program = Programs.Find("nats-server", first: [Folder]) ?? throw new MissingServerException("nats-server", "nats-server");
        var folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        return LocalServer.Start(
            folder, port => new(program, ["--addr", "127.0.0.1", "--port", $"{port}"]), Answers, process => process.Kill());
    }

    /// <summary>Returns the address for the client.</summary>
    public static string AddressOf(LocalServer server) => $"nats://127.0.0.1:{server.Port}";

    private static bool Answers(int port) => Greeting.Of(port, 5).AsSpan().SequenceEqual("INFO "u8);
}
