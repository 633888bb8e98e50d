using System.Diagnostics;

namespace Tests.WovenPackages.Servers;

/// <summary>A Redis server that keeps everything in memory.</summary>
internal static class RedisServer
{
    /// <exception cref="MissingServerException">The server is not installed on this machine.</exception>
    public static LocalServer Start()
    {
        var program = Programs.Find("redis-server", first: []) ?? throw new MissingServerException("redis-server", "redis-server");
        var folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        return LocalServer.Start(folder, port => Command(program, port, folder), Answers, process => process.Kill());
    }

    private static ProcessStartInfo Command(string program, int port, string folder) =>
        new(program, ["--port", $"{port}", "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder]);

    private static bool Answers(int port) => Greeting.Of(port, 5, "PING\r\n"u8).AsSpan().SequenceEqual("+PONG"u8);
}
