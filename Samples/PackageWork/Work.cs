namespace PackageWork;

/// <summary>A repeatable use of a package.</summary>
/// <param name="name">A description of the work.</param>
/// <param name="cost">The cost of an operation, relative to the cheapest operation of all packages.</param>
public abstract class Work(string name, int cost) : IAsyncDisposable
{
    /// <summary>A description of the work.</summary>
    public string Name => name;

    /// <summary>The cost of an operation, relative to the cheapest operation of all packages.</summary>
    public int Cost => cost;

    /// <summary>Prepares the operations.</summary>
    /// <param name="workers">The largest number of workers.</param>
    public abstract Task StartAsync(int workers);

    /// <summary>Does some operations one after the other.</summary>
    /// <param name="worker">The number of the worker that does this run. No other run at the same time has the same number.</param>
    /// <param name="operations">The number of operations.</param>
    /// <returns>A digest of all results, which depends only on the two arguments.</returns>
    public abstract Task<Digest> RunAsync(int worker, int operations);

    /// <inheritdoc/>
    public virtual ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return default;
    }
}
