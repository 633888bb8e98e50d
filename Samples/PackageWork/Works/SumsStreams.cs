namespace PackageWork.Works;

/// <summary>Calls with many messages: from the server, to the server, and in both directions.</summary>
internal sealed class SumsStreams() : SumsWork("ten messages from the server, ten to it, ten each way in turn, and a stream that is left early", cost: 40)
{
    private const int Length = 10;

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var client = ClientOf(worker);
        for (var i = 0; i < operations; i++)
        {
            using (var count = client.Count(new() { Value = Length }))
            {
                while (await count.ResponseStream.MoveNext(CancellationToken.None))
                {
                    digest.Add(count.ResponseStream.Current.Value);
                }

                digest.Add((int)count.GetStatus().StatusCode);
            }

            using (var all = client.AddAll())
            {
                for (var number = 0; number < Length; number++)
                {
                    await all.RequestStream.WriteAsync(new() { Value = number + i });
                }

                await all.RequestStream.CompleteAsync();
                digest.Add((await all).Value);
            }

            using (var each = client.AddEach())
            {
                for (var number = 0; number < Length; number++)
                {
                    await each.RequestStream.WriteAsync(new() { Value = number + i });
                    digest.Add(await each.ResponseStream.MoveNext(CancellationToken.None) ? each.ResponseStream.Current.Value : -1);
                }

                await each.RequestStream.CompleteAsync();
                digest.Add(await each.ResponseStream.MoveNext(CancellationToken.None) ? 1 : 0);
            }

            using (var left = client.AddEach())
            {
                await left.RequestStream.WriteAsync(new() { Value = i });
                digest.Add(await left.ResponseStream.MoveNext(CancellationToken.None) ? left.ResponseStream.Current.Value : -1);
            }
        }

        return digest;
    }
}
