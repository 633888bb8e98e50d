using System.Net.Sockets;

namespace Tests.WovenPackages.Servers;

/// <summary>Reads the first bytes that a server sends to a connected client. They show that the server is ready.</summary>
internal static class Greeting
{
    /// <param name="port">The server's port of the loopback address.</param>
    /// <param name="length">The number of bytes to wait for.</param>
    /// <param name="said">The bytes that the client sends first.</param>
    /// <returns>The bytes; empty if no server answers.</returns>
    public static byte[] Of(int port, int length, ReadOnlySpan<byte> said = default)
    {
        try
        {
            using var client = new TcpClient("127.0.0.1", port);
            using var stream = client.GetStream();
            stream.Write(said);
            var answer = new byte[length];
            stream.ReadExactly(answer);
            return answer;
        }
        catch (Exception exception) when (exception is SocketException or IOException)
        {
            return [];
        }
    }
}
