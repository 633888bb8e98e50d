using Npgsql;

namespace PackageWork.Works;

/// <summary>Queries with parameters, each over a connection from the pool.</summary>
internal sealed class PostgresQueries(string server)
    : PostgresWork("a query with parameters over a pooled connection, twenty rows read", cost: 10, server)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        for (var i = 0; i < operations; i++)
        {
            await using var connection = await Source.OpenConnectionAsync();
            await using var command = new NpgsqlCommand("select n, 'name ' || n, n * 1.5 from generate_series($1, $2) as n", connection)
            {
                Parameters = { new NpgsqlParameter<int> { TypedValue = worker + i }, new NpgsqlParameter<int> { TypedValue = worker + i + 19 } },
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
