namespace Tests.WovenPackages.Servers;

/// <summary>A server that was started for the operations with one package. Disposing this object ends the server.</summary>
internal sealed class WorkServer : IDisposable
{
    private readonly LocalServer? _server;

    private WorkServer(LocalServer? server, Func<LocalServer, string> addressOf)
    {
        _server = server;
        Address = server == null ? "" : addressOf(server);
    }

    /// <summary>The address that the program connects to; empty if the program needs no server.</summary>
    public string Address { get; }

    /// <exception cref="MissingServerException">The server is not installed.</exception>
    public static WorkServer Start(PackageServer server) => server switch
    {
        PackageServer.Redis => new(RedisServer.Start(), redis => $"127.0.0.1:{redis.Port}"),
        PackageServer.Postgres => new(PostgresServer.Start(), PostgresServer.ConnectionString),
        PackageServer.RabbitMq => new(RabbitMqServer.Start(), RabbitMqServer.AddressOf),
        PackageServer.MariaDb => new(MariaDbServer.Start(), MariaDbServer.ConnectionString),
        PackageServer.Nats => new(NatsServer.Start(), NatsServer.AddressOf),
        _ => new(null, _ => ""),
    };

    public void Dispose() => _server?.Dispose();
}
