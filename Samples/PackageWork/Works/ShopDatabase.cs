using Microsoft.Data.Sqlite;
using Microsoft.EntityFrameworkCore;
using Microsoft.EntityFrameworkCore.Infrastructure;
using Microsoft.EntityFrameworkCore.Storage;

namespace PackageWork.Works;

/// <summary>The database of a shop's orders. Contexts come from pools, as in a web application.</summary>
internal sealed class ShopDatabase : IAsyncDisposable
{
    private readonly List<PooledDbContextFactory<Shop>> _contexts = [];
    private readonly List<SqliteConnection> _kept = [];

    private ShopDatabase()
    {
    }

    /// <summary>Creates a database for each worker, in the memory of this process. Every call of SQLite completes at once, without suspending.</summary>
    public static async Task<ShopDatabase> SqliteAsync(int workers)
    {
        var database = new ShopDatabase();
        for (var worker = 0; worker < workers; worker++)
        {
            // The database exists only as long as a connection to it is open.
            var connection = new SqliteConnection($"Data Source=shop {worker};Mode=Memory;Cache=Shared");
            await connection.OpenAsync();
            database._kept.Add(connection);
            await database.AddAsync(new DbContextOptionsBuilder<Shop>().UseSqlite(connection.ConnectionString));
        }

        return database;
    }

    /// <summary>Creates tables in a PostgreSQL server. All workers share these tables.</summary>
    public static async Task<ShopDatabase> PostgresAsync(string server, int workers)
    {
        var database = new ShopDatabase();
        await database.AddAsync(new DbContextOptionsBuilder<Shop>().UseNpgsql($"{server};Maximum Pool Size={workers * 2}"));
        return database;
    }

    public Task<Shop> OpenAsync(int worker) => _contexts[worker % _contexts.Count].CreateDbContextAsync();

    public async ValueTask DisposeAsync()
    {
        foreach (var connection in _kept)
        {
            await connection.DisposeAsync();
        }
    }

    private async Task AddAsync(DbContextOptionsBuilder<Shop> options)
    {
        var contexts = new PooledDbContextFactory<Shop>(options.Options);
        _contexts.Add(contexts);
        await using var shop = await contexts.CreateDbContextAsync();
        var tables = shop.GetService<IRelationalDatabaseCreator>();
        await shop.Database.ExecuteSqlRawAsync("drop table if exists \"Lines\"; drop table if exists \"Orders\";");
        await tables.CreateTablesAsync();
    }
}
