using Npgsql;
using NpgsqlTypes;

namespace PackageWork.Works;

/// <summary>Changes of a table: inserts in a transaction, a batch, COPY in both directions, a violated key, and a rollback.</summary>
internal sealed class PostgresTransactions(string server)
    : PostgresWork("a transaction with insert, batch, COPY in and out, a violated key and a rollback", cost: 50, server)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        for (var i = 0; i < operations; i++)
        {
            await using var connection = await Source.OpenConnectionAsync();
            await using (var transaction = await connection.BeginTransactionAsync())
            {
                await ExecuteAsync(connection, "delete from items where worker = $1", worker);
                digest.Add(await ExecuteAsync(connection, "insert into items values ($1, $2, 'one', 1.5)", worker, i));
                await ImportAsync(connection, worker, i);
                await transaction.SaveAsync("imported");
                try
                {
                    await ExecuteAsync(connection, "insert into items values ($1, $2, 'again', 0)", worker, i);
                }
                catch (PostgresException exception)
                {
                    digest.Add(exception.SqlState);
                }

                await transaction.RollbackAsync("imported");
                await transaction.CommitAsync();
            }

            await using (await connection.BeginTransactionAsync())
            {
                digest.Add(await ExecuteAsync(connection, "delete from items where worker = $1", worker));
            }

            digest.Add(await BatchAsync(connection, worker));
            digest.Add(await ExportAsync(connection, worker));
        }

        return digest;
    }

    private static async Task<int> ExecuteAsync(NpgsqlConnection connection, string text, params int[] values)
    {
        await using var command = new NpgsqlCommand(text, connection);
        foreach (var value in values)
        {
            command.Parameters.Add(new NpgsqlParameter<int> { TypedValue = value });
        }

        return await command.ExecuteNonQueryAsync();
    }

    private static async Task ImportAsync(NpgsqlConnection connection, int worker, int first)
    {
        await using var import = await connection.BeginBinaryImportAsync("copy items from stdin (format binary)");
        for (var id = first + 1; id <= first + 20; id++)
        {
            await import.StartRowAsync();
            await import.WriteAsync(worker, NpgsqlDbType.Integer);
            await import.WriteAsync(id, NpgsqlDbType.Integer);
            await import.WriteAsync($"name {id}", NpgsqlDbType.Text);
            await import.WriteAsync(id / 4m, NpgsqlDbType.Numeric);
        }

        await import.CompleteAsync();
    }

    private static async Task<Digest> BatchAsync(NpgsqlConnection connection, int worker)
    {
        var digest = new Digest();
        await using var batch = new NpgsqlBatch(connection)
        {
            BatchCommands =
            {
                new("update items set price = price * 2 where worker = $1") { Parameters = { new() { Value = worker } } },
                new("select id, price from items where worker = $1 order by id") { Parameters = { new() { Value = worker } } },
                new("select count(*), sum(price) from items where worker = $1") { Parameters = { new() { Value = worker } } },
            },
        };
        await using var reader = await batch.ExecuteReaderAsync();
        do
        {
            while (await reader.ReadAsync())
            {
                digest.Add((long)(await reader.GetFieldValueAsync<decimal>(1) * 100));
            }
        }
        while (await reader.NextResultAsync());

        digest.Add(reader.RecordsAffected);
        return digest;
    }

    private static async Task<Digest> ExportAsync(NpgsqlConnection connection, int worker)
    {
        var digest = new Digest();
        await using var export = await connection.BeginBinaryExportAsync(
            $"copy (select id, name from items where worker = {worker} order by id) to stdout (format binary)");
        while (await export.StartRowAsync() != -1)
        {
            digest.Add(await export.ReadAsync<int>());
            digest.Add(await export.ReadAsync<string>());
        }

        return digest;
    }
}
