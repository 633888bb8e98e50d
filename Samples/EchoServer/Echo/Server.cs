using System.Net;
using System.Net.Sockets;

namespace Echo;

/// <summary>Listens on a free port of the loopback interface and serves every connection until the server is disposed.</summary>
internal sealed class Server : IAsyncDisposable
{
    /// <summary>Up to this number of sessions, the server does not search for ended sessions.</summary>
    private const int FewSessions = 64;

    private readonly CancellationTokenSource _stop = new();
    private readonly Socket _listener = new(SocketType.Stream, ProtocolType.Tcp);
    private readonly Task _accepting;

    /// <param name="handler">Answers the messages.</param>
    /// <param name="largestPayload">The size of the largest message, in bytes.</param>
    /// <param name="failed">Called with every exception that ends a session, except if the client hangs up or the server stops.</param>
    public Server(MessageHandler handler, int largestPayload, Action<Exception>? failed = null)
    {
        _listener.Bind(new IPEndPoint(IPAddress.Loopback, 0));
        _listener.Listen();
        _accepting = AcceptAsync(handler, largestPayload, failed);
    }

    public EndPoint EndPoint => _listener.LocalEndPoint!;

    public async ValueTask DisposeAsync()
    {
        await _stop.CancelAsync();
        await _accepting;
        _listener.Dispose();
        _stop.Dispose();
    }

    private async Task AcceptAsync(MessageHandler handler, int largestPayload, Action<Exception>? failed)
    {
        List<Task> sessions = [];
        var most = FewSessions;
        try
        {
            while (true)
            {
                var socket = await _listener.AcceptAsync(_stop.Token);
                socket.NoDelay = true;
                sessions.Add(Session.RunAsync(socket, handler, largestPayload, failed, _stop.Token));
                if (sessions.Count > most)
                {
                    // Ended sessions are removed only now and then, so that the search costs almost nothing for each connection.
                    sessions.RemoveAll(static session => session.IsCompletedSuccessfully);
                    most = Math.Max(FewSessions, 2 * sessions.Count);
                }
            }
        }
        catch (OperationCanceledException)
        {
            await Task.WhenAll(sessions);
        }
    }
}
