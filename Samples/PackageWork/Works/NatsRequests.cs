using NATS.Client.Core;

namespace PackageWork.Works;

/// <summary>Requests that a subscriber answers. Every twentieth time, also a request that nobody answers.</summary>
internal sealed class NatsRequests(string server) : NatsWork("a request and its answer, and now and then one that nobody answers", cost: 10, server)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        await using var subscription = await Connection.SubscribeCoreAsync<int>($"doubles.{worker}");
        await Connection.PingAsync();
        var answering = AnswerAsync(subscription);
        for (var i = 0; i < operations; i++)
        {
            digest.Add((await Connection.RequestAsync<int, int>($"doubles.{worker}", i)).Data);
            if (i % 20 == 0)
            {
                try
                {
                    await Connection.RequestAsync<int, int>($"nobody.{worker}", i);
                }
                catch (NatsNoRespondersException exception)
                {
                    digest.Add(exception.GetType().Name);
                }
            }
        }

        await subscription.UnsubscribeAsync();
        await answering;
        return digest;
    }

    private static async Task AnswerAsync(INatsSub<int> subscription)
    {
        await foreach (var request in subscription.Msgs.ReadAllAsync())
        {
            await request.ReplyAsync(request.Data * 2);
        }
    }
}
