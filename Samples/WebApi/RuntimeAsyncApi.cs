extern alias RuntimeAsync;

using System.Net;
using RuntimeAsync::Api;

namespace WebApi;

/// <summary>
/// Starts the build of the API whose methods the runtime suspends. Before .NET 11, its types cannot be loaded. So only this class names them, and nothing calls
/// this class there.
/// </summary>
internal static class RuntimeAsyncApi
{
    /// <summary>Starts the API.</summary>
    /// <returns>The API, and where it listens.</returns>
    public static async Task<(IAsyncDisposable Api, IPEndPoint EndPoint)> StartAsync(CancellationToken cancellation)
    {
        var api = await OrderApi.StartAsync(cancellation);
        return (api, api.EndPoint);
    }
}
