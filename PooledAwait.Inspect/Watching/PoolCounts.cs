namespace PooledAwait.Inspect.Watching;

/// <summary>Counts of what pools have done so far, and of the boxes that are idle now.</summary>
internal readonly record struct PoolCounts(double Rented, double Returned, double Created, double Dropped, double Trimmed, double Idle, double IdleOnThreads)
{
    /// <summary>The number of boxes that exist, in use or idle.</summary>
    public double Kept => Created - Dropped - Trimmed;

    /// <summary>Adds a value to the count with the given name, which is the last part of the instrument's name.</summary>
    public PoolCounts With(string counter, double value) => counter switch
    {
        "rented" => this with { Rented = Rented + value },
        "returned" => this with { Returned = Returned + value },
        "created" => this with { Created = Created + value },
        "dropped" => this with { Dropped = Dropped + value },
        "trimmed" => this with { Trimmed = Trimmed + value },
        "idle" => this with { Idle = Idle + value },
        "idle.threads" => this with { IdleOnThreads = IdleOnThreads + value },
        _ => this,
    };
}
