namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// The plan of a random call: the call's kind, what the call awaits, which inner calls it makes, and how it ends. The seed alone determines the plan.
/// </summary>
public sealed class Walk
{
    /// <summary>The number that a caller adds for a failed call, instead of the call's sum.</summary>
    public const long Failed = 1_000_000;

    /// <summary>The number that a caller adds for a cancelled call.</summary>
    public const long Cancelled = 1_000_000_000;

    private Walk(Random random, int depth)
    {
        Kind = (Kinds)(1 << random.Next(5));
        Value = random.Next(1_000);
        Pauses = random.GetItems(Enum.GetValues<Pause>(), random.Next(4));
        Calls = depth == 0 ? [] : [.. Enumerable.Range(0, random.Next(4)).Select(_ => new Walk(random, depth - 1))];
        CapturesContext = random.Next(2) == 0;
        CallsAtOnce = random.Next(2) == 0;
        SetsContext = random.Next(8) == 0 ? random.Next(2) : null;
        End = random.Next(12) switch
        {
            0 => End.Fails,
            1 => End.IsCancelled,
            _ => End.Returns,
        };
    }

    public Kinds Kind { get; }

    public int Value { get; }

    public Pause[] Pauses { get; }

    public Walk[] Calls { get; }

    public bool CapturesContext { get; }

    /// <summary>True if the inner calls are all in flight at once; false if they run one after another.</summary>
    public bool CallsAtOnce { get; }

    /// <summary>The index of the <c>Ground</c>'s context that the call makes current; null if the call sets no context.</summary>
    public int? SetsContext { get; }

    public End End { get; }

    public static Walk From(int seed) => new(new Random(seed), depth: 4);

    /// <summary>The sum that the call must return.</summary>
    public long Sum => End switch
    {
        End.Fails => Failed,
        End.IsCancelled => Cancelled,
        _ => Value + Calls.Sum(call => call.Sum),
    };
}

/// <summary>How a planned call ends.</summary>
public enum End
{
    Returns,
    Fails,
    IsCancelled,
}

/// <summary>What a planned call awaits before it makes its inner calls.</summary>
public enum Pause
{
    Yield,
    Task,
    AsynchronousTask,
    Source,
    Signal,
    InPlace,
    NotCritical,
    Completed,
}
