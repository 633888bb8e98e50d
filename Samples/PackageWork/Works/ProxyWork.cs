using System.Globalization;
using System.Net.WebSockets;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Http;
using Microsoft.Extensions.DependencyInjection;
using Yarp.ReverseProxy.Configuration;

namespace PackageWork.Works;

/// <summary>Requests through YARP to a server, from one client for each worker. Clients, proxy and server are all in this process.</summary>
/// <param name="name">A description of the work.</param>
/// <param name="cost">The cost of an operation, relative to the cheapest operation of all packages.</param>
internal abstract class ProxyWork(string name, int cost) : Work(name, cost)
{
    private WebApplication? _server;
    private WebApplication? _proxy;

    protected Uri Address { get; private set; } = null!;

    public override async Task StartAsync(int workers)
    {
        _server = LoopbackServer.Build(_ => { }, _ => { });
        _server.UseWebSockets();
        _server.Map("/items/{id:int}", (int id, HttpRequest request) => $"item {id} for {request.Headers["Asked-By"]} at {request.Query["at"]}");
        _server.Map("/sum", SumAsync);
        _server.Map("/lines/{count:int}", LinesAsync);
        _server.Map("/echo", EchoAsync);
        await _server.StartAsync();

        _proxy = LoopbackServer.Build(
            services => services.AddReverseProxy().LoadFromMemory(
                [Route("api", "/api/{**rest}"), Route("gone", "/gone/{**rest}")],
                [
                    new() { ClusterId = "api", LoadBalancingPolicy = "RoundRobin", Destinations = Destinations(LoopbackServer.AddressOf(_server)) },
                    // No server can listen at this address.
                    new() { ClusterId = "gone", Destinations = Destinations("http://127.0.0.1:1") },
                ]),
            _ => { });
        _proxy.UseWebSockets();
        _proxy.MapReverseProxy();
        await _proxy.StartAsync();
        Address = new Uri(LoopbackServer.AddressOf(_proxy));
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        await _proxy!.DisposeAsync();
        await _server!.DisposeAsync();
    }

    private static RouteConfig Route(string cluster, string path) => new()
    {
        RouteId = cluster,
        ClusterId = cluster,
        Match = new() { Path = path },
        Transforms =
        [
            new Dictionary<string, string> { ["PathRemovePrefix"] = $"/{cluster}" },
            new Dictionary<string, string> { ["RequestHeader"] = "Asked-By", ["Set"] = "proxy" },
            new Dictionary<string, string> { ["QueryValueParameter"] = "at", ["Set"] = "once" },
            new Dictionary<string, string> { ["ResponseHeader"] = "Answered-By", ["Set"] = cluster, ["When"] = "Always" },
        ],
    };

    private static Dictionary<string, DestinationConfig> Destinations(string address) =>
        new() { ["first"] = new() { Address = address }, ["second"] = new() { Address = address } };

    private static async Task<string> SumAsync(HttpRequest request)
    {
        using var reader = new StreamReader(request.Body);
        var sum = 0L;
        while (await reader.ReadLineAsync() is { } line)
        {
            sum += long.Parse(line, CultureInfo.InvariantCulture);
        }

        return $"{sum}";
    }

    private static async Task LinesAsync(int count, HttpResponse response)
    {
        for (var i = 0; i < count; i++)
        {
            await response.WriteAsync($"line {i}\n");
            await response.Body.FlushAsync();
        }
    }

    private static async Task EchoAsync(HttpContext context)
    {
        using var socket = await context.WebSockets.AcceptWebSocketAsync();
        var buffer = new byte[1024];
        while (await socket.ReceiveAsync(buffer, context.RequestAborted) is { MessageType: not WebSocketMessageType.Close } message)
        {
            await socket.SendAsync(buffer.AsMemory(0, message.Count), message.MessageType, message.EndOfMessage, context.RequestAborted);
        }

        await socket.CloseOutputAsync(WebSocketCloseStatus.NormalClosure, null, context.RequestAborted);
    }
}
