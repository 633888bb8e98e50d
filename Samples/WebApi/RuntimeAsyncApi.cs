extern alias RuntimeAsync;

using System.Net;
using RuntimeAsync::Api;

namespace WebApi;

/// <summary>The build whose methods the runtime suspends. Only this class names types of this build, because .NET 10 cannot load these types.</summary>
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
