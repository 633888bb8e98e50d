namespace PooledAwait.Inspect.Watching;

/// <summary>What pools have done so far, and how many boxes are idle in them now.</summary>
internal readonly record struct PoolCounts(double Rented, double Returned, double Created, double Dropped, double Trimmed, double Idle, double IdleOnThreads)
{
    /// <summary>The number of boxes that exist, in use or idle.</summary>
    public double Kept => Created - Dropped - Trimmed;

    /// <summary>Adds a value to the count of an instrument. The instrument is given by the last part of its name.</summary>
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
