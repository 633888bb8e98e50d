namespace PackageWork;

/// <summary>
/// Workers that do the works of a package (repeatable uses of it) until the token is cancelled. Each run does only one work, because a work needs the server
/// for itself. Two runs in a row do the same work: one run has many workers and the other has few.
/// </summary>
/// <param name="package">The package's name.</param>
/// <param name="server">The address of the server that the package needs.</param>
internal sealed class WorkersAtWork(string package, string server)
{
    private const int RunsOfWork = 2;

    /// <summary>If operations are of the cheapest kind, a worker does this number of operations before it looks at the token again.</summary>
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
