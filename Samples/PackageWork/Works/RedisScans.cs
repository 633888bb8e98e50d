using StackExchange.Redis;

namespace PackageWork.Works;

/// <summary>A sorted set of 200 members, read in pages of 10 by <c>await foreach</c>.</summary>
internal sealed class RedisScans(string server) : RedisWork("await foreach over a sorted set, in pages", cost: 100, server)
{
    private static readonly RedisKey s_key = "scores";

    public override async Task StartAsync(int workers)
    {
        await base.StartAsync(workers);
        await Database.SortedSetAddAsync(s_key, [.. Enumerable.Range(0, 200).Select(i => new SortedSetEntry($"{i}:{new string('m', 100)}", i))]);
    }

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var database = Database;
        for (var i = 0; i < operations; i++)
        {
            var (members, sum) = (0, 0.0);
            await foreach (var entry in database.SortedSetScanAsync(s_key, pageSize: 10))
            {
                members++;
                sum += entry.Score;
            }

            digest.Add(members);
            digest.Add((long)sum);
        }

        return digest;
    }
}
