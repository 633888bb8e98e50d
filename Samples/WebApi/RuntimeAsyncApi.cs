extern alias RuntimeAsync;

using System.Net;
using RuntimeAsync::Api;

namespace WebApi;

/// <summary>The build whose methods the runtime suspends. Code that may run before .NET 11 must not name its types, which .NET 10 cannot load.</summary>
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
