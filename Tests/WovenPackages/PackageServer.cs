namespace Tests.WovenPackages;

/// <summary>The server that a piece of work needs to run.</summary>
internal enum PackageServer
{
    None,
    Redis,
    Postgres,
    RabbitMq,
    MariaDb,
    Nats,
}
