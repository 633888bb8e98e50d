namespace Echo;

/// <summary>An echo server and its clients, connected over the loopback interface.</summary>
public sealed class Load : IAsyncDisposable
{
    private readonly Server _server;
    private readonly List<Conversation> _conversations = [];

    private Load(Server server) => _server = server;

    /// <summary>Starts the server and connects the clients to it.</summary>
    /// <param name="connections">The number of clients.</param>
    /// <param name="size">The number of bytes in each message.</param>
    /// <param name="cancellation">Stops connecting.</param>
    public static async Task<Load> StartAsync(int connections, int size, CancellationToken cancellation)
    {
        var load = new Load(new Server(EchoAsync, size));
        try
        {
            for (var number = 1; number <= connections; number++)
            {
                var client = await Client.ConnectAsync(load._server.EndPoint, size, cancellation);
                load._conversations.Add(new Conversation(client, number, size));
            }
        }
        catch
        {
            await load.DisposeAsync();
            throw;
        }

        return load;
    }

    /// <summary>Lets every client send the given number of messages, each after the reply to the previous one.</summary>
    /// <exception cref="InvalidDataException">A reply differs from its message.</exception>
    public Task RunAsync(int messages, CancellationToken cancellation) =>
        Task.WhenAll(_conversations.Select(conversation => conversation.RunAsync(messages, cancellation)));

    /// <summary>Hangs up all clients, and waits until the server has noticed.</summary>
    public async ValueTask DisposeAsync()
    {
        foreach (var conversation in _conversations)
        {
            await conversation.DisposeAsync();
        }

        await _server.DisposeAsync();
    }

    private static ValueTask<ReadOnlyMemory<byte>> EchoAsync(ReadOnlyMemory<byte> message, CancellationToken cancellation) => new(message);
}
