namespace Tests.WovenPackages;

/// <summary>The server that the operations with a package need.</summary>
internal enum PackageServer
{
    None,
    Redis,
    Postgres,
    RabbitMq,
    MariaDb,
    Nats,
}
