namespace PackageWork;

/// <summary>Something that a package is used for, again and again.</summary>
/// <param name="name">What it does.</param>
/// <param name="cost">How many operations of the cheapest work take as long as one of these.</param>
public abstract class Work(string name, int cost) : IAsyncDisposable
{
    /// <summary>What it does.</summary>
    public string Name => name;

    /// <summary>How many operations of the cheapest work take as long as one of these.</summary>
    public int Cost => cost;

    /// <summary>Makes ready what the operations need.</summary>
    /// <param name="workers">How many there are at most.</param>
    public abstract Task StartAsync(int workers);

    /// <summary>Does some operations one after the other; what else runs at the same time has another number.</summary>
    /// <param name="worker">A number that nothing else runs under.</param>
    /// <param name="operations">How many.</param>
    /// <returns>A digest of all that the operations returned, which depends on nothing but the two numbers.</returns>
    public abstract Task<Digest> RunAsync(int worker, int operations);

    /// <inheritdoc/>
    public virtual ValueTask DisposeAsync()
    {
        GC.SuppressFinalize(this);
        return default;
    }
}
