using MySqlConnector;

namespace PackageWork.Works;

/// <summary>Queries with parameters, each over a connection from the pool.</summary>
internal sealed class MySqlQueries(string server) : MySqlWork("a query with parameters over a pooled connection, twenty rows read", cost: 10, server)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        for (var i = 0; i < operations; i++)
        {
            await using var connection = await Source.OpenConnectionAsync();
            await using var command = new MySqlCommand(
                """
                with recursive numbers(n) as (select @first union all select n + 1 from numbers where n < @last)
                select n, concat('name ', n), n * 1.5 from numbers
                """,
                connection)
            {
                Parameters = { new("first", worker + i), new("last", worker + i + 19) },
            };
            await using var reader = await command.ExecuteReaderAsync();
            while (await reader.ReadAsync())
            {
                digest.Add(reader.GetInt32(0));
                digest.Add(await reader.GetFieldValueAsync<string>(1));
                digest.Add((long)(reader.GetDecimal(2) * 10));
            }
        }

        return digest;
    }
}
