using System.Text;
using System.Threading.Channels;
using RabbitMQ.Client;
using RabbitMQ.Client.Events;
using RabbitMQ.Client.Exceptions;

namespace PackageWork.Works;

/// <summary>Messages that a RabbitMQ server confirms and delivers.</summary>
internal sealed class QueueMessages(string server)
    : QueueWork("two messages published, confirmed and consumed, one of them given back once, and now and then one for no queue", cost: 20, server)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var delivered = Channel.CreateUnbounded<string>();
        await using var channel = await Connection.CreateChannelAsync(
            new(publisherConfirmationsEnabled: true, publisherConfirmationTrackingEnabled: true));
        var queue = (await channel.QueueDeclareAsync()).QueueName;
        var consumer = new AsyncEventingBasicConsumer(channel);
        consumer.ReceivedAsync += async (_, message) =>
        {
            var text = $"{Encoding.UTF8.GetString(message.Body.Span)} {message.BasicProperties.CorrelationId} {message.Redelivered}";
            if (message.BasicProperties.Priority == 1 && !message.Redelivered)
            {
                await channel.BasicNackAsync(message.DeliveryTag, multiple: false, requeue: true);
            }
            else
            {
                await channel.BasicAckAsync(message.DeliveryTag, multiple: false);
            }

            delivered.Writer.TryWrite(text);
        };
        await channel.BasicQosAsync(prefetchSize: 0, prefetchCount: 1, global: false);
        var tag = await channel.BasicConsumeAsync(queue, autoAck: false, consumer);
        for (var i = 0; i < operations; i++)
        {
            for (byte priority = 0; priority < 2; priority++)
            {
                var properties = new BasicProperties { CorrelationId = $"{worker}", Priority = priority };
                await channel.BasicPublishAsync("", queue, mandatory: true, properties, Encoding.UTF8.GetBytes($"text {i}"));
            }

            // The deliveries are the first message, the second message, and the second message again.
            for (var delivery = 0; delivery < 3; delivery++)
            {
                digest.Add(await delivered.Reader.ReadAsync());
            }

            if (i % 20 == 0)
            {
                try
                {
                    await channel.BasicPublishAsync("", "no queue", mandatory: true, Encoding.UTF8.GetBytes("lost"));
                }
                catch (PublishException exception)
                {
                    digest.Add(exception.IsReturn ? 1 : 0);
                }
            }
        }

        await channel.BasicCancelAsync(tag);
        digest.Add(await channel.QueueDeleteAsync(queue));
        return digest;
    }
}
