using System.Net.Sockets;

namespace Echo;

/// <summary>One connection of the server. The session answers each message before it reads the next message.</summary>
internal sealed class Session(Stream stream, MessageHandler handler, int largestPayload)
{
    private readonly FrameReader _reader = new(stream, largestPayload);
    private readonly FrameWriter _writer = new(stream, largestPayload);

    public static async Task RunAsync(
        Socket socket, MessageHandler handler, int largestPayload, Action<Exception>? failed, CancellationToken cancellation)
    {
        await using var stream = new NetworkStream(socket, ownsSocket: true);
        var session = new Session(stream, handler, largestPayload);
        try
        {
            while (await session.ServeNextAsync(cancellation))
            {
            }
        }
        catch (Exception end) when (end is IOException or OperationCanceledException)
        {
            // The client hung up within a frame, or the server is stopping.
        }
        catch (Exception failure) when (failed is not null)
        {
            failed(failure);
        }
    }

    private async ValueTask<bool> ServeNextAsync(CancellationToken cancellation)
    {
        if (await _reader.ReadAsync(cancellation) is not { } request)
        {
            return false;
        }

        var response = await handler(request, cancellation);
        await _writer.WriteAsync(response, cancellation);
        return true;
    }
}
