using System.Net.WebSockets;
using System.Text;

namespace PackageWork.Works;

/// <summary>A WebSocket through YARP.</summary>
internal sealed class ProxiedSockets() : ProxyWork("a WebSocket opened, ten messages each way, and closed", cost: 40)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var buffer = new byte[1024];
        var address = new UriBuilder(Address) { Scheme = "ws", Path = "api/echo" }.Uri;
        for (var i = 0; i < operations; i++)
        {
            using var socket = new ClientWebSocket();
            await socket.ConnectAsync(address, CancellationToken.None);
            for (var message = 0; message < 10; message++)
            {
                await socket.SendAsync(Encoding.UTF8.GetBytes($"{worker} {i} {message}"), WebSocketMessageType.Text, true, CancellationToken.None);
                var answer = await socket.ReceiveAsync(buffer, CancellationToken.None);
                digest.Add(Encoding.UTF8.GetString(buffer, 0, answer.Count));
            }

            await socket.CloseAsync(WebSocketCloseStatus.NormalClosure, "enough", CancellationToken.None);
            digest.Add((int)socket.CloseStatus!);
        }

        return digest;
    }
}
