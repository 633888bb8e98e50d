namespace Benchmarks.Reporting;

/// <summary>
/// What a benchmark class is to reach: one attribute for each value of its parameter, in the order of the report. The class has a
/// method <c>NotWoven</c>, the baseline, and a method <c>Woven</c>; a third one, named by <see cref="Peer"/>, is a second thing to hold it against.
/// </summary>
/// <param name="work">What is measured, in the report's words.</param>
/// <param name="parameter">The value of the class's parameter; nothing where it has none.</param>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
public sealed class GoalAttribute(string work, object? parameter = null) : Attribute
{
    public const string NotWoven = "NotWoven";
    public const string Woven = "Woven";

    public string Work => work;

    public object? Parameter => parameter;

    /// <summary>Bytes allocated by an operation, at most.</summary>
    public double Bytes { get; init; }

    /// <summary>The method whose bytes come on top of <see cref="Bytes"/>: what the work allocates however it is written.</summary>
    public string? BytesBeyond { get; init; }

    /// <summary>Time divided by that of the baseline, at most; 0 where it is measured for the sake of knowing it.</summary>
    public double Must { get; init; }

    /// <summary>The same, as it would be good to have; 0 where no more is asked for than <see cref="Must"/>.</summary>
    public double ReachFor { get; init; }

    /// <summary>The method that is the second thing to hold the woven one against.</summary>
    public string? Peer { get; init; }

    /// <summary>Time divided by that of <see cref="Peer"/>, at most.</summary>
    public double MustAgainstPeer { get; init; }
}
