using System.Net;
using MQTTnet;
using MQTTnet.Protocol;
using MQTTnet.Server;

namespace PackageWork.Works;

/// <summary>Work with a broker in this process, over loopback.</summary>
/// <param name="name">A description of the work.</param>
/// <param name="cost">The cost of an operation, relative to the cheapest operation of all packages.</param>
internal abstract class MqttWork(string name, int cost) : Work(name, cost)
{
    private readonly int _port = LoopbackServer.FreePort();
    private MqttServer? _broker;
    private int _clients;

    public override Task StartAsync(int workers)
    {
        var factory = new MqttServerFactory();
        var options = factory.CreateServerOptionsBuilder()
            .WithDefaultEndpoint()
            .WithDefaultEndpointBoundIPAddress(IPAddress.Loopback)
            .WithDefaultEndpointBoundIPV6Address(IPAddress.None)
            .WithDefaultEndpointPort(_port)
            .Build();
        _broker = factory.CreateMqttServer(options);
        return _broker.StartAsync();
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        if (_broker != null)
        {
            await _broker.StopAsync();
            _broker.Dispose();
        }
    }

    /// <summary>Returns a connected client. The client's name is new, because the broker may still be busy with the end of an earlier client.</summary>
    protected async Task<IMqttClient> ConnectAsync()
    {
        var name = $"client {Interlocked.Increment(ref _clients)}";
        var client = new MqttClientFactory().CreateMqttClient();
        await client.ConnectAsync(new MqttClientOptionsBuilder().WithTcpServer("127.0.0.1", _port).WithClientId(name).Build());
        return client;
    }

    /// <summary>Publishes a text.</summary>
    /// <returns>The broker's answer.</returns>
    protected static async Task<long> PublishAsync(
        IMqttClient client, string topic, string text, MqttQualityOfServiceLevel quality, bool retained = false)
    {
        var message = new MqttApplicationMessageBuilder()
            .WithTopic(topic)
            .WithPayload(text)
            .WithQualityOfServiceLevel(quality)
            .WithRetainFlag(retained)
            .Build();
        return (long)(await client.PublishAsync(message)).ReasonCode;
    }
}
