namespace Tests.WovenPackages;

/// <summary>The server that some work needs.</summary>
internal enum PackageServer
{
    None,
    Redis,
    Postgres,
    RabbitMq,
    MariaDb,
    Nats,
}
