using System.Globalization;
using System.Runtime.Loader;
using System.Text.Json;
using PackageWork;
using PackageWork.Works;

if (args is not [var package, var count, var most, ..])
{
    Console.Error.WriteLine(
        "PackageWork <package> <operations> <threads> [<server>]: does work on one thread and on many, and tells what came of it.");
    return 1;
}

// What stands for this assembly does not have its key, so the host does not take it for the same.
AssemblyLoadContext.Default.Resolving += static (context, name) => name.Name == "Pipelines.Sockets.Unofficial"
    ? context.LoadFromAssemblyPath(Path.Combine(AppContext.BaseDirectory, $"{name.Name}.dll"))
    : null;

var operations = int.Parse(count, CultureInfo.InvariantCulture);
var threads = int.Parse(most, CultureInfo.InvariantCulture);
var server = args.ElementAtOrDefault(3) ?? "";
IReadOnlyList<Work> works = package switch
{
    "Polly.Core" => [new SuspendingPipelines(), new FailingPipelines(), new Hedging()],
    "Polly" => [new Policies()],
    "StackExchange.Redis" => [new RedisCommands(server), new RedisScans(server), new RedisMessages(server)],
    "Npgsql" => [new PostgresQueries(server), new PostgresTransactions(server)],
    "Dapper" => [new DapperQueries(server)],
    "Microsoft.EntityFrameworkCore.Sqlite" => [new ShopQueries(ShopDatabase.SqliteAsync), new ShopChanges(ShopDatabase.SqliteAsync)],
    "Npgsql.EntityFrameworkCore.PostgreSQL" => [new ShopQueries(InPostgresAsync), new ShopChanges(InPostgresAsync)],
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
    "Microsoft.Orleans.Server" => [new Accounts()],
    _ => throw new ArgumentException($"There is no work for '{package}'."),
};
foreach (var work in works)
{
    await using (work)
    {
        await work.StartAsync(threads);
        foreach (var workers in (int[])[1, threads])
        {
            Console.WriteLine(JsonSerializer.Serialize(await Measurement.OfAsync(work, workers, operations / work.Cost)));
        }
    }
}

return 0;

Task<ShopDatabase> InPostgresAsync(int workers) => ShopDatabase.PostgresAsync(server, workers);
