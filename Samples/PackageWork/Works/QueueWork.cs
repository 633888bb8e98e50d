using RabbitMQ.Client;

namespace PackageWork.Works;

/// <summary>Work over one connection to a RabbitMQ server.</summary>
/// <param name="name">A description of the work.</param>
/// <param name="cost">The cost of an operation, relative to the cheapest operation of all packages.</param>
/// <param name="server">The server's address.</param>
internal abstract class QueueWork(string name, int cost, string server) : Work(name, cost)
{
    private IConnection? _connection;

    protected IConnection Connection => _connection!;

    public override async Task StartAsync(int workers) =>
        _connection = await new ConnectionFactory { Uri = new Uri(server) }.CreateConnectionAsync();

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        if (_connection != null)
        {
            await _connection.DisposeAsync();
        }
    }
}
