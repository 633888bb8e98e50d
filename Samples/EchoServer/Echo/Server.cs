using System.Net;
using System.Net.Sockets;

namespace Echo;

/// <summary>Listens on a free port of the loopback interface and serves every connection until it is disposed of.</summary>
internal sealed class Server : IAsyncDisposable
{
    private readonly CancellationTokenSource _stop = new();
    private readonly Socket _listener = new(SocketType.Stream, ProtocolType.Tcp);
    private readonly Task _accepting;

    public Server(MessageHandler handler, int largestPayload)
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        _accepting = AcceptAsync(handler, largestPayload);
    }

    public EndPoint EndPoint => _listener.LocalEndPoint!;

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _accepting;
        _listener.Dispose();
        _stop.Dispose();
    }

    private async Task AcceptAsync(MessageHandler handler, int largestPayload)
    {
        List<Task> sessions = [];
        try
        {
            while (true)
            {
                var socket = await _listener.AcceptAsync(_stop.Token);
                socket.NoDelay = true;
                sessions.Add(Session.RunAsync(socket, handler, largestPayload, _stop.Token));
            }
        }
        catch (OperationCanceledException)
        {
            await Task.WhenAll(sessions);
        }
    }
}
