using MySqlConnector;

namespace PackageWork.Works;

/// <summary>Work over a pool of connections to a MariaDB server, with a table for each worker.</summary>
/// <param name="name">A description of the work.</param>
/// <param name="cost">The cost of an operation, relative to the cheapest operation of all packages.</param>
/// <param name="server">A connection string.</param>
internal abstract class MySqlWork(string name, int cost, string server) : Work(name, cost)
{
    private MySqlDataSource? _source;

    protected MySqlDataSource Source => _source!;

    public override async Task StartAsync(int workers)
    {
        await using (var administration = new MySqlDataSource(server))
        {
            await using var creation = administration.CreateCommand("create database if not exists work");
            await creation.ExecuteNonQueryAsync();
        }

        _source = new MySqlDataSource(new MySqlConnectionStringBuilder(server) { Database = "work", MaximumPoolSize = (uint)workers }.ConnectionString);
        for (var worker = 0; worker < workers; worker++)
        {
            await using var command = _source.CreateCommand(
                $"""
                drop table if exists {Table(worker)};
                create table {Table(worker)} (id int primary key, name varchar(40), price decimal(10, 2)) engine = innodb;
                """);
            await command.ExecuteNonQueryAsync();
        }
    }

    public override async ValueTask DisposeAsync()
    {
        await base.DisposeAsync();
        if (_source != null)
        {
            await _source.DisposeAsync();
        }
    }

    /// <summary>Returns the table of a worker. In a shared table, the locks of one worker would also lock rows of other workers.</summary>
    protected static string Table(int worker) => $"items{worker}";
}
