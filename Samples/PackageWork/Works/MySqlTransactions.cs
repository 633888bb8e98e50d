using MySqlConnector;

namespace PackageWork.Works;

/// <summary>Changes of a table: prepared inserts in a transaction, a violated key, a batch, and a rollback.</summary>
internal sealed class MySqlTransactions(string server)
    : MySqlWork("a transaction with prepared inserts, a violated key, a batch and a rollback", cost: 50, server)
{
    public override async Task<Digest> RunAsync(int worker, int operations)
    {
        var digest = new Digest();
        var table = Table(worker);
        for (var i = 0; i < operations; i++)
        {
            await using var connection = await Source.OpenConnectionAsync();
            await using (var transaction = await connection.BeginTransactionAsync())
            {
                await ExecuteAsync(transaction, $"delete from {table}");
                digest.Add(await InsertAsync(transaction, table, i));
                await transaction.SaveAsync("inserted");
                try
                {
                    await ExecuteAsync(transaction, $"insert into {table} select id, 'again', 0 from {table}");
                }
                catch (MySqlException exception)
                {
                    digest.Add(exception.Number);
                }

                await transaction.RollbackAsync("inserted");
                await transaction.CommitAsync();
            }

            await using (var transaction = await connection.BeginTransactionAsync())
            {
                digest.Add(await ExecuteAsync(transaction, $"delete from {table}"));
            }

            digest.Add(await BatchAsync(connection, table, worker));
        }

        return digest;
    }

    private static async Task<int> ExecuteAsync(MySqlTransaction transaction, string text)
    {
        await using var command = new MySqlCommand(text, transaction.Connection, transaction);
        return await command.ExecuteNonQueryAsync();
    }

    private static async Task<int> InsertAsync(MySqlTransaction transaction, string table, int first)
    {
        await using var command = new MySqlCommand($"insert into {table} values (@id, @name, @price)", transaction.Connection, transaction)
        {
            Parameters = { new("id", MySqlDbType.Int32), new("name", MySqlDbType.VarChar), new("price", MySqlDbType.NewDecimal) },
        };
        await command.PrepareAsync();
        var inserted = 0;
        for (var id = first; id < first + 5; id++)
        {
            command.Parameters["id"].Value = id;
            command.Parameters["name"].Value = $"name {id}";
            command.Parameters["price"].Value = id / 4m;
            inserted += await command.ExecuteNonQueryAsync();
        }

        return inserted;
    }

    private static async Task<Digest> BatchAsync(MySqlConnection connection, string table, int worker)
    {
        var digest = new Digest();
        await using var batch = new MySqlBatch(connection)
        {
            BatchCommands =
            {
                new MySqlBatchCommand($"update {table} set price = price * @factor") { Parameters = { new MySqlParameter("factor", worker + 2) } },
                new MySqlBatchCommand($"select id, price from {table} order by id"),
                new MySqlBatchCommand($"select count(*), sum(price) from {table}"),
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

        return digest;
    }
}
