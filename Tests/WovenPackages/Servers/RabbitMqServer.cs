using System.Diagnostics;

namespace Tests.WovenPackages.Servers;

/// <summary>A RabbitMQ server, with an Erlang port mapper of its own.</summary>
internal static class RabbitMqServer
{
    // What is in PATH runs as the user that Debian's package makes, in that user's folders.
    private const string Folder = "/usr/lib/rabbitmq/bin";

    // The port mapper outlives the server that started it; this lets it be ended while it may still think that the server runs.
    private const string RelaxedCommandCheck = "ERL_EPMD_RELAXED_COMMAND_CHECK";

    /// <exception cref="MissingServerException">There is none on this machine.</exception>
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

    /// <summary>What RabbitMQ's client takes to connect to it.</summary>
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

    // It answers with a frame that has a method, on the channel of the connection.
    private static bool Answers(int port) => Greeting.Of(port, 3, "AMQP\0\0\u0009\u0001"u8).AsSpan().SequenceEqual("\u0001\0\0"u8);
}
