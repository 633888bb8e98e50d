namespace PackageWork;

/// <summary>
/// Workers that do a package's work until they are told to stop. It is one work at a time, since a server is its own while it runs: the first for two runs, one with many workers and one with few,
/// then the next.
/// </summary>
/// <param name="package">The package's name.</param>
/// <param name="server">Where the server is that it needs.</param>
internal sealed class WorkersAtWork(string package, string server)
{
    private const int RunsOfWork = 2;

    /// <summary>So many operations of the cheapest work, which take a moment.</summary>
    private const int OperationsBetweenLooks = 1_000;

    private int _runs;

    public async Task RunAsync(int workers, CancellationToken stop)
    {
        var works = PackageWorks.Of(package, server);
        await using var work = works[_runs++ / RunsOfWork % works.Count];
        await work.StartAsync(workers);
        var operations = Math.Max(1, OperationsBetweenLooks / work.Cost);
        await Task.WhenAll(Enumerable.Range(0, workers).Select(worker => Task.Run(async () =>
        {
            while (!stop.IsCancellationRequested)
            {
                await work.RunAsync(worker, operations);
            }
        })));
    }
}
