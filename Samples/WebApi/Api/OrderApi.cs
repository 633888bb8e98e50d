using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Http;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Api;

/// <summary>A minimal API with one route, on a free port of the loopback interface.</summary>
public sealed class OrderApi : IAsyncDisposable
{
    private readonly TaskCompletionSource _closing = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly WebApplication _application;

    private OrderApi()
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, 0, listen => listen.Protocols = HttpProtocols.Http1));
        _application = builder.Build();

        var book = new OrderBook(new OrderStore(), _closing.Task);
        _application.MapGet("/orders/{id:int}", (int id, HttpContext context) => book.FindAsync(id, context.RequestAborted));
    }

    /// <summary>The address and port that the API listens on.</summary>
    public IPEndPoint EndPoint
    {
        get
        {
            var address = new Uri(_application.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single());
            return new IPEndPoint(IPAddress.Parse(address.Host), address.Port);
        }
    }

    /// <summary>Starts to listen.</summary>
    public static async Task<OrderApi> StartAsync(CancellationToken cancellation)
    {
        var api = new OrderApi();
        await api._application.StartAsync(cancellation);
        return api;
    }

    /// <summary>Stops listening. Call this method after the clients have hung up.</summary>
    public async ValueTask DisposeAsync()
    {
        _closing.SetResult();
        await _application.DisposeAsync();
    }
}
