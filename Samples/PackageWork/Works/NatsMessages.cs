using NATS.Client.Core;

namespace PackageWork.Works;

/// <summary>Messages published to a subject and read from its subscription.</summary>
internal sealed class NatsMessages(string server) : NatsWork("two messages published, and read from a subscription", cost: 10, server)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        await using var subscription = await Connection.SubscribeCoreAsync<string>($"messages.{worker}");

        // The server must know the subscription before anything is published.
        await Connection.PingAsync();
        for (var i = 0; i < operations; i++)
        {
            await Connection.PublishAsync($"messages.{worker}", $"text {i}");
            await Connection.PublishAsync($"messages.{worker}", $"more {i}", new NatsHeaders { ["worker"] = $"{worker}" });
            for (var message = 0; message < 2; message++)
            {
                var received = await subscription.Msgs.ReadAsync();
                digest.Add(received.Data);
                digest.Add(received.Headers?["worker"].ToString());
            }
        }

        return digest;
    }
}
