using NATS.Client.Core;

namespace PackageWork.Works;

/// <summary>Work over one connection to a NATS server.</summary>
/// <param name="name">A description of the work.</param>
/// <param name="cost">The cost of an operation, relative to the cheapest operation of all packages.</param>
/// <param name="server">The server's address.</param>
internal abstract class NatsWork(string name, int cost, string server) : Work(name, cost)
{
    // On a busy machine, a process that has just started may need more than the default of two seconds to connect.
    protected NatsConnection Connection { get; } = new(NatsOpts.Default with { Url = server, ConnectTimeout = TimeSpan.FromSeconds(30) });

    public override async Task StartAsync(int workers) => await Connection.ConnectAsync();

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        await Connection.DisposeAsync();
    }
}
