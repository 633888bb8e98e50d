using System.Net;

namespace WebApi;

/// <summary>The clients of one server.</summary>
internal sealed class Load(IReadOnlyList<Client> clients) : IDisposable
{
    public static async Task<Load> ConnectAsync(EndPoint server, int connections, CancellationToken cancellation)
    {
        var clients = new List<Client>();
        for (var i = 0; i < connections; i++)
        {
            clients.Add(await Client.ConnectAsync(server, cancellation));
        }

        return new Load(clients);
    }

    /// <summary>Lets every client send the given number of requests.</summary>
    public Task RunAsync(int requests, CancellationToken cancellation) =>
        Task.WhenAll(clients.Select(client => client.RunAsync(requests, cancellation)));

    public void Dispose()
    {
        foreach (var client in clients)
        {
            client.Dispose();
        }
    }
}
