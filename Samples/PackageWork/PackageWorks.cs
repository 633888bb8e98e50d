using PackageWork.Works;

namespace PackageWork;

/// <summary>Lists the works of each package. A work is a repeatable use of the package.</summary>
internal static class PackageWorks
{
    /// <param name="package">The package's name.</param>
    /// <param name="server">The address of the server that the package needs.</param>
    public static IReadOnlyList<Work> Of(string package, string server) => package switch
    {
        "Polly.Core" => [new SuspendingPipelines(), new FailingPipelines(), new Hedging()],
        "Polly" => [new Policies()],
        "StackExchange.Redis" => [new RedisCommands(server), new RedisScans(server), new RedisMessages(server)],
        "Npgsql" => [new PostgresQueries(server), new PostgresTransactions(server)],
        "Dapper" => [new DapperQueries(server)],
        "Microsoft.EntityFrameworkCore.Sqlite" => [new ShopQueries(ShopDatabase.SqliteAsync), new ShopChanges(ShopDatabase.SqliteAsync)],
        "Npgsql.EntityFrameworkCore.PostgreSQL" => [new ShopQueries(InPostgres(server)), new ShopChanges(InPostgres(server))],
        "Microsoft.AspNetCore.SignalR.Client.Core" => [new HubCalls(), new HubReconnects()],
        "Yarp.ReverseProxy" => [new ProxiedRequests(), new ProxiedSockets()],
        "Grpc.Net.Client" => [new SumsCalls(), new SumsStreams()],
        "MassTransit" => [new BusRequests(), new BusSagas()],
        "MQTTnet" => [new MqttMessages(), new MqttConnections()],
        "MySqlConnector" => [new MySqlQueries(server), new MySqlTransactions(server)],
        "NATS.Client.Core" => [new NatsRequests(server), new NatsMessages(server)],
        "MailKit" => [new SentMails()],
        "RabbitMQ.Client" => [new QueueMessages(server), new QueueChannels(server)],
        "Quartz" => [new ScheduledJobs()],
        "StreamJsonRpc" => [new RemoteCalls()],
        "Microsoft.Orleans.Server" => [new Accounts()],
        _ => throw new ArgumentException($"There is no work for '{package}'."),
    };

    private static Func<int, Task<ShopDatabase>> InPostgres(string server) => workers => ShopDatabase.PostgresAsync(server, workers);
}
