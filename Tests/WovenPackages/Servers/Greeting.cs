using System.Net.Sockets;

namespace Tests.WovenPackages.Servers;

/// <summary>What a server says to a client that has connected, by which one knows that it is ready.</summary>
internal static class Greeting
{
    /// <param name="port">The server's port of the loopback address.</param>
    /// <param name="length">How many bytes are waited for.</param>
    /// <param name="said">What the client says first.</param>
    /// <returns>The bytes; empty where nobody answers.</returns>
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
