namespace Tests.WovenPackages;

/// <summary>What some work needs beside the program.</summary>
internal enum PackageServer
{
    None,
    Redis,
    Postgres,
    RabbitMq,
    MariaDb,
    Nats,
}
