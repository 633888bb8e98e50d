using StackExchange.Redis;

namespace PackageWork.Works;

/// <summary>A message published to a channel and read from the queue of its subscriber.</summary>
internal sealed class RedisMessages(string server) : RedisWork("publish and read from a subscription's queue", cost: 5, server)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var channel = RedisChannel.Literal($"channel {worker}");
        var subscriber = Connection.GetSubscriber();
        var queue = await subscriber.SubscribeAsync(channel);
        for (var i = 0; i < operations; i++)
        {
            digest.Add(await subscriber.PublishAsync(channel, i));
            digest.Add((long)(await queue.ReadAsync()).Message);
        }

        await queue.UnsubscribeAsync();
        return digest;
    }
}
