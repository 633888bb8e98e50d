using System.Diagnostics;

namespace Tests.WovenPackages.Servers;

/// <summary>A RabbitMQ server, with its own Erlang port mapper.</summary>
internal static class RabbitMqServer
{
    // The folder of the server's programs. The script in PATH would start them as the user that Debian's package creates, and in that user's folders.
    private const string Folder = "/usr/lib/rabbitmq/bin";

    // The port mapper outlives the server that started it. With this setting, the mapper can be ended even if it still lists the server.
    private const string RelaxedCommandCheck = "ERL_EPMD_RELAXED_COMMAND_CHECK";

    /// <exception cref="MissingServerException">The server is not installed on this machine.</exception>
    public static LocalServer Start()
    {
        var program = Programs.Find("rabbitmq-server", first: [Folder]) ?? throw new MissingServerException("rabbitmq-server", "rabbitmq-server");
        var folder = Directory.CreateTempSubdirectory("PooledAwait.").FullName;
        var portMapper = new Dictionary<string, string> { ["ERL_EPMD_PORT"] = $"{LocalServer.FreePort()}", [RelaxedCommandCheck] = "1" };
        return LocalServer.Start(folder, port => Command(program, port, folder, portMapper), Answers, Stop);

        void Stop(Process process)
        {
            process.Kill(entireProcessTree: true);
            ChildProcess.Run(portMapper, "epmd", folder, "-kill");
        }
    }

    /// <summary>Returns the address for RabbitMQ's client.</summary>
    public static string AddressOf(LocalServer server) => $"amqp://127.0.0.1:{server.Port}";

    private static ProcessStartInfo Command(string program, int port, string folder, Dictionary<string, string> portMapper)
    {
        var start = new ProcessStartInfo(program);
        foreach (var (name, value) in portMapper)
        {
            start.Environment[name] = value;
        }

        start.Environment["HOME"] = folder;
        start.Environment["RABBITMQ_NODENAME"] = $"pooledawait{port}@localhost";
        start.Environment["RABBITMQ_NODE_IP_ADDRESS"] = "127.0.0.1";
        start.Environment["RABBITMQ_NODE_PORT"] = $"{port}";
        start.Environment["RABBITMQ_DIST_PORT"] = $"{LocalServer.FreePort()}";
        start.Environment["RABBITMQ_MNESIA_BASE"] = Path.Combine(folder, "data");
        start.Environment["RABBITMQ_LOGS"] = "-";
        start.Environment["RABBITMQ_CONFIG_FILE"] = Path.Combine(folder, "no configuration");
        start.Environment["RABBITMQ_ENABLED_PLUGINS_FILE"] = Path.Combine(folder, "no plug-ins");
        return start;
    }

    // The server answers with a method frame on the connection's channel.
    private static bool Answers(int port) => Greeting.Of(port, 3, "AMQP\0\0\u0009\u0001"u8).AsSpan().SequenceEqual("\u0001\0\0"u8);
}
