using System.Net;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Data.Sqlite;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace Shop;

/// <summary>The API with controllers, services and repositories, on a port of the loopback interface.</summary>
public sealed class ShopApi : IAsyncDisposable
{
    private readonly WebApplication _application;
    private readonly SqliteConnection _kept;

    private ShopApi(string name, int port)
    {
        // The database exists only as long as a connection to it is open.
        _kept = new SqliteConnection($"Data Source={name};Mode=Memory;Cache=Shared");
        var builder = WebApplication.CreateBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(kestrel => kestrel.Listen(IPAddress.Loopback, port, listen => listen.Protocols = HttpProtocols.Http1));
        builder.Services.AddControllers().AddApplicationPart(typeof(OrdersController).Assembly);
        builder.Services.AddCore().AddInfrastructure(_kept.ConnectionString);
        _application = builder.Build();
        _application.MapControllers();
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

    /// <summary>Fills the database and starts to listen.</summary>
    /// <param name="name">The name of the database.</param>
    /// <param name="cancellation">Cancels the start.</param>
    /// <param name="port">The port to listen on; 0 for any free port.</param>
    public static async Task<ShopApi> StartAsync(string name, CancellationToken cancellation, int port = 0)
    {
        var api = new ShopApi(name, port);
        await api._kept.OpenAsync(cancellation);
        await using (var scope = api._application.Services.CreateAsyncScope())
        {
            await scope.ServiceProvider.GetRequiredService<ShopContext>().FillAsync(cancellation);
        }

        await api._application.StartAsync(cancellation);
        return api;
    }

    /// <summary>Stops listening. Call this method after the clients have hung up.</summary>
    public async ValueTask DisposeAsync()
    {
        await _application.DisposeAsync();
        await _kept.DisposeAsync();
    }
}
