using System.Net;
using System.Net.Sockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Hosting;
using Microsoft.AspNetCore.Hosting.Server;
using Microsoft.AspNetCore.Hosting.Server.Features;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Logging;

namespace PackageWork.Works;

/// <summary>ASP.NET Core's server on a free port of the loopback address, without logging.</summary>
internal static class LoopbackServer
{
    /// <summary>Creates a server that has not started.</summary>
    /// <param name="add">Adds the services that the server needs.</param>
    /// <param name="listen">Configures the protocol.</param>
    public static WebApplication Build(Action<IServiceCollection> add, Action<ListenOptions> listen)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(options => options.Listen(IPAddress.Loopback, 0, listen));
        add(builder.Services);
        return builder.Build();
    }

    /// <summary>Returns the URL on which a started server listens.</summary>
    public static string AddressOf(WebApplication server) =>
        server.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single();

    /// <summary>Returns the address and port on which a started server listens.</summary>
    public static IPEndPoint EndPointOf(WebApplication server) => new(IPAddress.Loopback, new Uri(AddressOf(server)).Port);

    /// <summary>Finds a free port of the loopback address, for servers that cannot find one themselves.</summary>
    public static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
