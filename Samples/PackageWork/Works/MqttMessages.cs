using System.Threading.Channels;
using MQTTnet;
using MQTTnet.Protocol;

namespace PackageWork.Works;

/// <summary>Messages from one client to another, with each quality of service.</summary>
internal sealed class MqttMessages()
    : MqttWork("a message with each quality of service, published through a broker and received", cost: 20)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var received = Channel.CreateUnbounded<string>();
        using var publisher = await ConnectAsync();
        using var subscriber = await ConnectAsync();
        subscriber.ApplicationMessageReceivedAsync += async message =>
        {
            await Task.Yield();
            received.Writer.TryWrite($"{message.ApplicationMessage.Topic} {message.ApplicationMessage.ConvertPayloadToString()}");
        };
        await subscriber.SubscribeAsync($"messages/{worker}", MqttQualityOfServiceLevel.ExactlyOnce);
        for (var i = 0; i < operations; i++)
        {
            for (var quality = MqttQualityOfServiceLevel.AtMostOnce; quality <= MqttQualityOfServiceLevel.ExactlyOnce; quality++)
            {
                digest.Add(await PublishAsync(publisher, $"messages/{worker}", $"text {i}", quality));
                digest.Add(await received.Reader.ReadAsync());
            }
        }

        await subscriber.DisconnectAsync();
        await publisher.DisconnectAsync();
        return digest;
    }
}
