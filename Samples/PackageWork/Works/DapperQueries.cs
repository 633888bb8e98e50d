using Dapper;
using Npgsql;

namespace PackageWork.Works;

/// <summary>Dapper over Npgsql.</summary>
internal sealed class DapperQueries(string server) : PostgresWork("insert, rows as objects, two results at once, a scalar, and a text that is no SQL", cost: 30, server)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        await using var connection = await Source.OpenConnectionAsync();
        for (var i = 0; i < operations; i++)
        {
            digest.Add(await connection.ExecuteAsync("delete from items where worker = @worker", new { worker }));
            digest.Add(await connection.ExecuteAsync(
                "insert into items values (@worker, @id, @name, @price)",
                Enumerable.Range(i, 5).Select(id => new { worker, id, name = $"name {id}", price = id / 4m })));

            foreach (var item in await connection.QueryAsync<Item>("select id, name, price from items where worker = @worker order by id", new { worker }))
            {
                digest.Add(item.Id);
                digest.Add(item.Name);
                digest.Add((long)(item.Price * 100));
            }

            await using (var both = await connection.QueryMultipleAsync(
                "select count(*) from items where worker = @worker; select name from items where worker = @worker order by id", new { worker }))
            {
                digest.Add(await both.ReadSingleAsync<long>());
                foreach (var name in await both.ReadAsync<string>())
                {
                    digest.Add(name);
                }
            }

            digest.Add(await connection.ExecuteScalarAsync<string>("select max(name) from items where worker = @worker", new { worker }));
            digest.Add((await connection.QueryFirstOrDefaultAsync<Item>("select id, name, price from items where worker = -1"))?.Name);
            await foreach (var item in connection.QueryUnbufferedAsync<Item>("select id, name, price from items where worker = @worker", new { worker }))
            {
                digest.Add(item.Price > 0 ? 1 : 0);
            }

            try
            {
                await connection.QueryAsync<Item>("selct");
            }
            catch (PostgresException exception)
            {
                digest.Add(exception.MessageText);
            }
        }

        return digest;
    }

    private sealed class Item
    {
        public int Id { get; init; }

        public string? Name { get; init; }

        public decimal Price { get; init; }
    }
}
