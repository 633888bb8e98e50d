using System.Net;
using WebApi;

namespace Layers;

/// <summary>Clients that request orders until the token is cancelled.</summary>
internal static class AtWork
{
    public static async Task RunAsync(EndPoint api, int connections, CancellationToken stop)
    {
        const int RequestsBetweenLooks = 10;
        using var load = await Load.ConnectAsync(api, connections, CancellationToken.None);
        while (!stop.IsCancellationRequested)
        {
            await load.RunAsync(RequestsBetweenLooks, CancellationToken.None);
        }
    }
}
