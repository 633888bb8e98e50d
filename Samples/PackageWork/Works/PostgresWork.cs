using Npgsql;

namespace PackageWork.Works;

/// <summary>Work over a pool of connections to a PostgreSQL server, with a table that only this work uses while it runs.</summary>
/// <param name="name">A description of the work.</param>
/// <param name="cost">The cost of an operation, relative to the cheapest operation of all packages.</param>
/// <param name="server">A connection string.</param>
internal abstract class PostgresWork(string name, int cost, string server) : Work(name, cost)
{
    private NpgsqlDataSource? _source;

    protected NpgsqlDataSource Source => _source!;

    public override async Task StartAsync(int workers)
    {
        var settings = new NpgsqlConnectionStringBuilder(server) { MaxPoolSize = workers, MaxAutoPrepare = 20, AutoPrepareMinUsages = 2 };
        _source = NpgsqlDataSource.Create(settings);
        await using var command = _source.CreateCommand(
            """
            drop table if exists items;
            create table items (worker int, id int, name text, price numeric, primary key (worker, id));
            """);
        await command.ExecuteNonQueryAsync();
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        if (_source != null)
        {
            await _source.DisposeAsync();
        }
    }
}
