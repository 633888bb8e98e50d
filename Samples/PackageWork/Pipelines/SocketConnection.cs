using System.IO.Pipelines;
using System.Net.Sockets;

namespace Pipelines.Sockets.Unofficial;

public interface IMeasuredDuplexPipe : IDuplexPipe
{
    long TotalBytesSent { get; }

    long TotalBytesReceived { get; }
}

public class ConnectionResetException(string message, Exception inner) : IOException(message, inner);

[Flags]
public enum SocketConnectionOptions
{
    None = 0,
}

public enum PipeShutdownKind
{
    None = 0,
    ReadEndOfStream = 1,
    ReadSocketError = 2,
    WriteEndOfStream = 3,
    WriteSocketError = 4,
}

/// <summary>A socket as two pipes, with a loop between each pipe and the socket.</summary>
public sealed class SocketConnection : IMeasuredDuplexPipe, IDisposable
{
    private readonly Socket _socket;
    private readonly Pipe _sent;
    private readonly Pipe _received;
    private long _bytesSent;
    private long _bytesRead;
    private int _shutdown;

    private SocketConnection(Socket socket, PipeOptions send, PipeOptions receive)
    {
        _socket = socket;
        _sent = new Pipe(send);
        _received = new Pipe(receive);
        _ = Task.Run(SendAsync);
        _ = Task.Run(ReceiveAsync);
    }

    public PipeReader Input => _received.Reader;

    public PipeWriter Output => _sent.Writer;

    public PipeShutdownKind ShutdownKind => (PipeShutdownKind)Volatile.Read(ref _shutdown);

    public SocketError SocketError { get; private set; }

    public long BytesRead => Volatile.Read(ref _bytesRead);

    public long BytesSent => Volatile.Read(ref _bytesSent);

    public int LastReceived { get; private set; }

    long IMeasuredDuplexPipe.TotalBytesSent => BytesSent;

    long IMeasuredDuplexPipe.TotalBytesReceived => BytesRead;

    public static void AssertDependencies()
    {
    }

    public static void SetRecommendedClientOptions(Socket socket) => socket.NoDelay = true;

    public static SocketConnection Create(
        Socket socket,
        PipeOptions sendPipeOptions,
        PipeOptions receivePipeOptions,
        SocketConnectionOptions options = SocketConnectionOptions.None,
        string? name = null) =>
        new(socket, sendPipeOptions, receivePipeOptions);

    public bool TrySetProtocolShutdown(PipeShutdownKind kind) => TrySet(kind);

    public Counters GetCounters() => new() { BytesAvailableOnSocket = _socket.Available };

    public void Dispose()
    {
        _socket.Dispose();
        _sent.Writer.Complete();
        _received.Reader.Complete();
    }

    private async Task SendAsync()
    {
        try
        {
            while (true)
            {
                var read = await _sent.Reader.ReadAsync().ConfigureAwait(false);
                foreach (var memory in read.Buffer)
                {
                    for (var rest = memory; !rest.IsEmpty;)
                    {
                        var count = await _socket.SendAsync(rest, SocketFlags.None).ConfigureAwait(false);
                        Interlocked.Add(ref _bytesSent, count);
                        rest = rest[count..];
                    }
                }

                _sent.Reader.AdvanceTo(read.Buffer.End);
                if (read.IsCompleted)
                {
                    break;
                }
            }

            TrySet(PipeShutdownKind.WriteEndOfStream);
            _socket.Shutdown(SocketShutdown.Send);
            await _sent.Reader.CompleteAsync().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            await _sent.Reader.CompleteAsync(Failed(PipeShutdownKind.WriteSocketError, exception)).ConfigureAwait(false);
        }
    }

    private async Task ReceiveAsync()
    {
        try
        {
            while (true)
            {
                LastReceived = await _socket.ReceiveAsync(_received.Writer.GetMemory(), SocketFlags.None).ConfigureAwait(false);
                if (LastReceived == 0)
                {
                    break;
                }

                Interlocked.Add(ref _bytesRead, LastReceived);
                _received.Writer.Advance(LastReceived);
                if ((await _received.Writer.FlushAsync().ConfigureAwait(false)).IsCompleted)
                {
                    break;
                }
            }

            TrySet(PipeShutdownKind.ReadEndOfStream);
            await _received.Writer.CompleteAsync().ConfigureAwait(false);
        }
        catch (Exception exception) when (exception is SocketException or ObjectDisposedException)
        {
            await _received.Writer.CompleteAsync(Failed(PipeShutdownKind.ReadSocketError, exception)).ConfigureAwait(false);
        }
    }

    private ConnectionResetException Failed(PipeShutdownKind kind, Exception exception)
    {
        if (TrySet(kind) && exception is SocketException socket)
        {
            SocketError = socket.SocketErrorCode;
        }

        return new ConnectionResetException(exception.Message, exception);
    }

    private bool TrySet(PipeShutdownKind kind) => Interlocked.CompareExchange(ref _shutdown, (int)kind, 0) == 0;

    public readonly struct Counters
    {
        public long BytesAvailableOnSocket { get; init; }

        public long BytesWaitingToBeSent { get; init; }

        public long BytesWaitingToBeRead { get; init; }
    }
}
