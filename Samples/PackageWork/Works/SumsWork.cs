using Grpc.Core;
using Grpc.Net.Client;
using Grpc.Net.Client.Configuration;
using Microsoft.AspNetCore.Builder;
using Microsoft.AspNetCore.Server.Kestrel.Core;
using Microsoft.Extensions.DependencyInjection;

namespace PackageWork.Works;

/// <summary>Calls over gRPC to a server on loopback. Each worker has one channel.</summary>
/// <param name="name">A description of the work.</param>
/// <param name="cost">The cost of an operation, relative to the cheapest operation of all packages.</param>
internal abstract class SumsWork(string name, int cost) : Work(name, cost)
{
    private readonly List<GrpcChannel> _channels = [];
    private WebApplication? _server;

    public override async Task StartAsync(int workers)
    {
        _server = LoopbackServer.Build(services => services.AddGrpc(), listen => listen.Protocols = HttpProtocols.Http2);
        _server.MapGrpcService<SumsService>();
        await _server.StartAsync();
        var retry = new RetryPolicy
        {
            MaxAttempts = 3,
            InitialBackoff = TimeSpan.FromMilliseconds(1),
            MaxBackoff = TimeSpan.FromMilliseconds(1),
            BackoffMultiplier = 1,
            RetryableStatusCodes = { StatusCode.Unavailable },
        };
        var options = new GrpcChannelOptions
        {
            Credentials = ChannelCredentials.Insecure,
            ServiceConfig = new() { MethodConfigs = { new() { Names = { new() { Service = "sums.Sums", Method = nameof(Sums.SumsBase.Retry) } }, RetryPolicy = retry } } },
        };
        for (var worker = 0; worker < workers; worker++)
        {
            _channels.Add(GrpcChannel.ForAddress(LoopbackServer.AddressOf(_server), options));
        }
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        _channels.ForEach(channel => channel.Dispose());
        await _server!.DisposeAsync();
    }

    protected Sums.SumsClient ClientOf(int worker) => new(_channels[worker]);
}
