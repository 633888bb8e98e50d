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

/// <summary>ASP.NET Core's server on a free port of the loopback address; it says nothing.</summary>
internal static class LoopbackServer
{
    /// <summary>A server that has not started.</summary>
    /// <param name="add">Adds the services that it needs.</param>
    /// <param name="listen">Says what it speaks.</param>
    public static WebApplication Build(Action<IServiceCollection> add, Action<ListenOptions> listen)
    {
        var builder = WebApplication.CreateSlimBuilder();
        builder.Logging.ClearProviders();
        builder.WebHost.ConfigureKestrel(options => options.Listen(IPAddress.Loopback, 0, listen));
        add(builder.Services);
        return builder.Build();
    }

    /// <summary>Where a server that has started listens.</summary>
    public static string AddressOf(WebApplication server) =>
        server.Services.GetRequiredService<IServer>().Features.Get<IServerAddressesFeature>()!.Addresses.Single();

    /// <summary>Where a server that has started listens.</summary>
    public static IPEndPoint EndPointOf(WebApplication server) => new(IPAddress.Loopback, new Uri(AddressOf(server)).Port);

    /// <summary>A port of the loopback address that nobody listens on, for servers that cannot look for one themselves.</summary>
    public static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
