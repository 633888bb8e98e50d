using System.Globalization;
using System.Net;
using System.Net.Sockets;
using System.Text;

namespace WebApi;

/// <summary>
/// Sends requests over one connection, each after the response to the previous one. The client allocates nothing for a request, so that only the server's
/// allocations are measured.
/// </summary>
internal sealed class Client : IDisposable
{
    private static ReadOnlySpan<byte> End => "\r\n0\r\n\r\n"u8;

    private readonly Socket _socket = new(SocketType.Stream, ProtocolType.Tcp) { NoDelay = true };
    private readonly byte[] _request = new byte[256];
    private readonly byte[] _response = new byte[4096];
    private int _id;

    public static async Task<Client> ConnectAsync(EndPoint server, CancellationToken cancellation)
    {
        var client = new Client();
        await client._socket.ConnectAsync(server, cancellation);
        return client;
    }

    /// <exception cref="InvalidDataException">A response is not the requested order.</exception>
    public async Task RunAsync(int requests, CancellationToken cancellation)
    {
        // One method contains everything, so that one state machine serves all requests.
        for (var i = 0; i < requests; i++)
        {
            _id = (_id + 1) % 10_000;
            var length = Compose();
            await _socket.SendAsync(_request.AsMemory(0, length), SocketFlags.None, cancellation);
            var received = 0;
            while (!_response.AsSpan(0, received).EndsWith(End))
            {
                var count = await _socket.ReceiveAsync(_response.AsMemory(received), SocketFlags.None, cancellation);
                received += count > 0 ? count : throw new InvalidDataException($"The connection ended within the response to request {_id}.");
            }

            Check(_response.AsSpan(0, received));
        }
    }

    public void Dispose() => _socket.Dispose();

    private int Compose()
    {
        var rest = _request.AsSpan();
        Append(ref rest, "GET /orders/"u8);
        _id.TryFormat(rest, out var digits, provider: CultureInfo.InvariantCulture);
        rest = rest[digits..];
        Append(ref rest, " HTTP/1.1\r\nHost: localhost\r\n\r\n"u8);
        return _request.Length - rest.Length;

        static void Append(ref Span<byte> to, ReadOnlySpan<byte> text)
        {
            text.CopyTo(to);
            to = to[text.Length..];
        }
    }

    private void Check(ReadOnlySpan<byte> response)
    {
        Span<byte> expected = stackalloc byte[32];
        "{\"id\":"u8.CopyTo(expected);
        _id.TryFormat(expected[6..], out var digits, provider: CultureInfo.InvariantCulture);
        ",\""u8.CopyTo(expected[(6 + digits)..]);
        if (!response.StartsWith("HTTP/1.1 200 "u8) || response.IndexOf(expected[..(8 + digits)]) < 0)
        {
            throw new InvalidDataException($"The response to request {_id} is not that order: {Encoding.UTF8.GetString(response)}");
        }
    }
}
