using StackExchange.Redis;

namespace PackageWork.Works;

/// <summary>Strings, numbers, hashes, lists, a transaction and a script.</summary>
internal sealed class RedisCommands(string server)
    : RedisWork("set, get, increment, hash, list, pipelined commands, a transaction and a script", cost: 10, server)
{
    private const string Script = "local n = redis.call('INCRBY', KEYS[1], ARGV[1]); return n * 2";

    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var database = Database;
        RedisKey text = $"{worker}:text", number = $"{worker}:number", hash = $"{worker}:hash", list = $"{worker}:list";
        await database.KeyDeleteAsync([text, number, hash, list]);
        for (var i = 0; i < operations; i++)
        {
            await database.StringSetAsync(text, $"value {i}");
            digest.Add(await database.StringGetAsync(text));
            digest.Add(await database.StringIncrementAsync(number, i));

            await database.HashSetAsync(hash, [new HashEntry(i % 10, i), new HashEntry("last", i)]);
            foreach (var entry in (await database.HashGetAllAsync(hash)).OrderBy(entry => (string?)entry.Name, StringComparer.Ordinal))
            {
                digest.Add(entry.Name);
                digest.Add((long)entry.Value);
            }

            var pushed = database.ListRightPushAsync(list, i);
            var popped = database.ListLeftPopAsync(list);
            digest.Add(await pushed);
            digest.Add((long)await popped);

            var transaction = database.CreateTransaction();
            transaction.AddCondition(Condition.StringEqual(text, $"value {i - i % 2}"));
            var incremented = transaction.StringIncrementAsync(number);
            var isCommitted = await transaction.ExecuteAsync();
            digest.Add(isCommitted ? await incremented : -1);

            digest.Add((long)await database.ScriptEvaluateAsync(Script, [number], [i]));
            try
            {
                await database.ListLengthAsync(hash);
            }
            catch (RedisServerException exception)
            {
                digest.Add(exception.Message);
            }
        }

        return digest;
    }
}
