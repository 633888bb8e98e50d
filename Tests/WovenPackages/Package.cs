namespace Tests.WovenPackages;

/// <summary>A package that Samples/PackageWork uses.</summary>
/// <param name="Name">The package's name.</param>
/// <param name="Server">The server that the operations with the package need.</param>
/// <param name="Assemblies">The files that are woven: the package's files, and files of other packages of the same product that come with this package.</param>
internal sealed record Package(string Name, PackageServer Server, params IReadOnlyList<string> Assemblies)
{
    private const string EntityFramework = "Microsoft.EntityFrameworkCore";

    public static readonly IReadOnlyList<Package> All =
    [
        new("Polly.Core", PackageServer.None, "Polly.Core"),
        new("Polly", PackageServer.None, "Polly"),
        new("StackExchange.Redis", PackageServer.Redis, "StackExchange.Redis"),
        new("Npgsql", PackageServer.Postgres, "Npgsql"),
        new("Dapper", PackageServer.Postgres, "Dapper"),
        new(
            $"{EntityFramework}.Sqlite",
            PackageServer.None,
            EntityFramework,
            $"{EntityFramework}.Abstractions",
            $"{EntityFramework}.Relational",
            $"{EntityFramework}.Sqlite",
            "Microsoft.Data.Sqlite"),
        new("Npgsql.EntityFrameworkCore.PostgreSQL", PackageServer.Postgres, "Npgsql.EntityFrameworkCore.PostgreSQL"),
        new("Yarp.ReverseProxy", PackageServer.None, "Yarp.ReverseProxy"),
        new("Microsoft.AspNetCore.SignalR.Client.Core", PackageServer.None, "Microsoft.AspNetCore.SignalR.Client.Core"),
        new("Grpc.Net.Client", PackageServer.None, "Grpc.Net.Client", "Grpc.AspNetCore.Server", "Google.Protobuf"),
        new("MassTransit", PackageServer.None, "MassTransit", "MassTransit.Abstractions"),
        new("MQTTnet", PackageServer.None, "MQTTnet", "MQTTnet.Server"),
        new("MySqlConnector", PackageServer.MariaDb, "MySqlConnector"),
        new("NATS.Client.Core", PackageServer.Nats, "NATS.Client.Core", "NATS.Client.Abstractions"),
        new("MailKit", PackageServer.None, "MailKit", "MimeKit"),
        new("RabbitMQ.Client", PackageServer.RabbitMq, "RabbitMQ.Client"),
        new("Quartz", PackageServer.None, "Quartz"),
        new("StreamJsonRpc", PackageServer.None, "StreamJsonRpc", "Nerdbank.Streams", "Microsoft.VisualStudio.Threading"),
        new(
            "Microsoft.Orleans.Server",
            PackageServer.None,
            "Orleans.Core",
            "Orleans.Core.Abstractions",
            "Orleans.Persistence.Memory",
            "Orleans.Runtime",
            "Orleans.Serialization",
            "Orleans.Serialization.Abstractions"),
    ];

    public override string ToString() => Name;
}
