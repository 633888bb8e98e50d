using System.Net;
using System.Net.Sockets;
using Microsoft.Extensions.DependencyInjection;
using Microsoft.Extensions.Hosting;
using Microsoft.Extensions.Logging;
using Orleans.Configuration;

namespace PackageWork.Works;

/// <summary>Grains of an Orleans silo in this process, called by a client over its gateway.</summary>
internal sealed class Accounts()
    : Work("accounts in grains: deposits, a transfer that may fail, a stream of what was booked, and now and then an activation that ends", cost: 40)
{
    private const string Cluster = "PackageWork";

    private IHost? _silo;
    private IHost? _client;
    private int _opened;

    public override async Task StartAsync(int workers)
    {
        var (siloPort, gatewayPort) = (FreePort(), FreePort());
        _silo = Build(host => host.UseOrleans(silo => silo
            .UseLocalhostClustering(siloPort, gatewayPort, serviceId: Cluster, clusterId: Cluster)
            .Configure<EndpointOptions>(options => options.AdvertisedIPAddress = IPAddress.Loopback)
            .AddMemoryGrainStorageAsDefault()));
        await _silo.StartAsync();
        _client = Build(host => host.UseOrleansClient(client => client.UseLocalhostClustering(gatewayPort, Cluster, Cluster)));
        await _client.StartAsync();
    }

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var grains = _client!.Services.GetRequiredService<IClusterClient>();
        for (var i = 0; i < operations; i++)
        {
            // Each operation has its own accounts, so it finds only its own bookings in these accounts.
            var number = Interlocked.Increment(ref _opened);
            var from = grains.GetGrain<IAccount>($"{number} from");
            var to = grains.GetGrain<IAccount>($"{number} to");
            digest.Add(await from.DepositAsync(worker + i));
            digest.Add(await from.DepositAsync(10));
            try
            {
                digest.Add(await from.TransferAsync(to, i % 5 == 4 ? int.MaxValue : 7));
            }
            catch (InvalidOperationException exception)
            {
                digest.Add(exception.Message);
            }

            if (i % 10 == 9)
            {
                await from.LeaveAsync();
            }

            digest.Add(await to.BalanceAsync());
            await foreach (var amount in from.BookedAsync())
            {
                digest.Add(amount);
            }
        }

        return digest;
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        await _client!.StopAsync();
        await _silo!.StopAsync();
        _client.Dispose();
        _silo.Dispose();
    }

    private static IHost Build(Action<IHostApplicationBuilder> configure)
    {
        var host = Host.CreateEmptyApplicationBuilder(new HostApplicationBuilderSettings());
        host.Logging.ClearProviders();
        configure(host);
        return host.Build();
    }

    private static int FreePort()
    {
        using var listener = new TcpListener(IPAddress.Loopback, 0);
        listener.Start();
        return ((IPEndPoint)listener.LocalEndpoint).Port;
    }
}
