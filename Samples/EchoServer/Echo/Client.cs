using System.Net;
using System.Net.Sockets;

namespace Echo;

/// <summary>One connection to the server. The client sends one message at a time.</summary>
internal sealed class Client : IAsyncDisposable
{
    private readonly NetworkStream _stream;
    private readonly FrameReader _reader;
    private readonly FrameWriter _writer;

    private Client(Socket socket, int largestPayload)
    {
        _stream = new NetworkStream(socket, ownsSocket: true);
        _reader = new FrameReader(_stream, largestPayload);
        _writer = new FrameWriter(_stream, largestPayload);
    }

    public static async ValueTask<Client> ConnectAsync(EndPoint server, int largestPayload, CancellationToken cancellation)
    {
        var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
        try
        {
            await socket.ConnectAsync(server, cancellation);
        }
        catch
        {
            socket.Dispose();
            throw;
        }

        return new Client(socket, largestPayload);
    }

    /// <summary>Sends a message and waits for the reply. The reply must be used before the next call.</summary>
    public async ValueTask<ReadOnlyMemory<byte>> AskAsync(ReadOnlyMemory<byte> message, CancellationToken cancellation)
    {
        await _writer.WriteAsync(message, cancellation);
        return await ReadReplyAsync(cancellation);
    }

    /// <summary>Breaks the connection as a crash does, so that the server's next read or write fails.</summary>
    public void Reset()
    {
        _stream.Socket.LingerState = new LingerOption(enable: true, seconds: 0);
        _stream.Dispose();
    }

    /// <summary>Sends the beginning of a message.</summary>
    public ValueTask WriteHalfAsync(CancellationToken cancellation) => _writer.WriteHalfAsync(cancellation);

    public ValueTask DisposeAsync() => _stream.DisposeAsync();

    private async ValueTask<ReadOnlyMemory<byte>> ReadReplyAsync(CancellationToken cancellation) =>
        await _reader.ReadAsync(cancellation) ?? throw new EndOfStreamException("The server ended the connection before it replied.");
}
