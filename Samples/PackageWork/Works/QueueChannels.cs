using System.Text;
using RabbitMQ.Client;
using RabbitMQ.Client.Exceptions;

namespace PackageWork.Works;

/// <summary>A new channel for each operation. The server closes the channel if a queue does not exist.</summary>
internal sealed class QueueChannels(string server)
    : QueueWork("a channel, an exchange with a queue, ten messages fetched, all deleted, and now and then a channel that the server closes", cost: 50, server)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        for (var i = 0; i < operations; i++)
        {
            await using var channel = await Connection.CreateChannelAsync();
            var exchange = $"exchange {worker}";
            await channel.ExchangeDeclareAsync(exchange, ExchangeType.Topic);
            var queue = (await channel.QueueDeclareAsync($"queue {worker}")).QueueName;
            await channel.QueueBindAsync(queue, exchange, "texts.*");
            for (var message = 0; message < 10; message++)
            {
                await channel.BasicPublishAsync(exchange, $"texts.{message}", Encoding.UTF8.GetBytes($"text {i}"));
            }

            for (var message = 0; message < 10; message++)
            {
                var fetched = await channel.BasicGetAsync(queue, autoAck: true);
                digest.Add(fetched?.RoutingKey);
                digest.Add(fetched == null ? "" : Encoding.UTF8.GetString(fetched.Body.Span));
            }

            digest.Add(await channel.BasicGetAsync(queue, autoAck: true) == null ? 1 : 0);
            digest.Add(await channel.QueueDeleteAsync(queue));
            await channel.ExchangeDeleteAsync(exchange);
            if (i % 10 == 0)
            {
                try
                {
                    await channel.QueueDeclarePassiveAsync(queue);
                }
                catch (OperationInterruptedException exception)
                {
                    digest.Add(exception.ShutdownReason?.ReplyText);
                    digest.Add(channel.IsOpen ? 1 : 0);
                }
            }
        }

        return digest;
    }
}
