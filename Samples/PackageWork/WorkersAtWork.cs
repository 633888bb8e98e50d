namespace PackageWork;

/// <summary>
/// Workers that do a package's works until the token is cancelled. They do one work at a time, because a work needs the server for itself. Each
/// work is done in two runs: one run with many workers and one with few.
/// </summary>
/// <param name="package">The package's name.</param>
/// <param name="server">The address of the server that the package needs.</param>
internal sealed class WorkersAtWork(string package, string server)
{
    private const int RunsOfWork = 2;

    /// <summary>Enough operations of the cheapest work to take a moment.</summary>
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
