using StackExchange.Redis;

namespace PackageWork.Works;

/// <summary>Work over one connection to a Redis server. While the work runs, nothing else uses the server.</summary>
/// <param name="name">A description of the work.</param>
/// <param name="cost">The cost of an operation, relative to the cheapest operation of all packages.</param>
/// <param name="server">Host and port.</param>
internal abstract class RedisWork(string name, int cost, string server) : Work(name, cost)
{
    private ConnectionMultiplexer? _connection;

    protected ConnectionMultiplexer Connection => _connection!;

    protected IDatabase Database => Connection.GetDatabase();

    public override async Task StartAsync(int workers)
    {
        _connection = await ConnectionMultiplexer.ConnectAsync($"{server},allowAdmin=true,abortConnect=true,syncTimeout=60000,asyncTimeout=60000");
        await _connection.GetServer(server).FlushAllDatabasesAsync();
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        if (_connection != null)
        {
            await _connection.DisposeAsync();
        }
    }
}
