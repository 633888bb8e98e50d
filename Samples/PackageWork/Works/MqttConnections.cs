using System.Threading.Channels;
using MQTTnet;
using MQTTnet.Exceptions;
using MQTTnet.Protocol;

namespace PackageWork.Works;

/// <summary>Clients that come and go.</summary>
internal sealed class MqttConnections()
    : MqttWork("a client that connects, gets a message that was kept for it, leaves, and cannot publish any more", cost: 50)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        using var publisher = await ConnectAsync();
        for (var i = 0; i < operations; i++)
        {
            digest.Add(await PublishAsync(publisher, $"kept/{worker}", $"text {i}", MqttQualityOfServiceLevel.AtLeastOnce, retained: true));
            var received = Channel.CreateUnbounded<string>();
            using var client = await ConnectAsync();
            client.ApplicationMessageReceivedAsync += message =>
            {
                received.Writer.TryWrite(message.ApplicationMessage.ConvertPayloadToString());
                return Task.CompletedTask;
            };
            var subscription = await client.SubscribeAsync($"kept/{worker}", MqttQualityOfServiceLevel.AtLeastOnce);
            digest.Add((long)subscription.Items.Single().ResultCode);
            digest.Add(await received.Reader.ReadAsync());
            await client.UnsubscribeAsync($"kept/{worker}");
            await client.DisconnectAsync();
            try
            {
                await PublishAsync(client, $"kept/{worker}", "too late", MqttQualityOfServiceLevel.AtLeastOnce);
            }
            catch (MqttClientNotConnectedException exception)
            {
                digest.Add(exception.GetType().Name);
            }
        }

        await publisher.DisconnectAsync();
        return digest;
    }
}
