namespace Benchmarks.Reporting;

/// <summary>
/// The goals of a benchmark class: one attribute for each value of the class's parameter, in the order of the report. The class has a method <c>NotWoven</c>,
/// the baseline, and a method <c>Woven</c>. It may have a third method as a second baseline. <see cref="Peer"/> has the name of that method.
/// </summary>
/// <param name="work">The name of the measured work in the report.</param>
/// <param name="parameter">The value of the class's parameter; null if there is none.</param>
[AttributeUsage(AttributeTargets.Class, AllowMultiple = true)]
public sealed class GoalAttribute(string work, object? parameter = null) : Attribute
{
    public const string NotWoven = "NotWoven";
    public const string Woven = "Woven";

    public string Work => work;

    public object? Parameter => parameter;

    /// <summary>The most bytes that an operation may allocate.</summary>
    public double Bytes { get; init; }

    /// <summary>
    /// The name of a method that allocates only what every build must allocate. The bytes of this method are allowed in addition to <see cref="Bytes"/>.
    /// </summary>
    public string? BytesBeyond { get; init; }

    /// <summary>The highest allowed ratio of the time to the baseline's time; 0 if there is no goal for the time.</summary>
    public double Must { get; init; }

    /// <summary>The desirable ratio; 0 if <see cref="Must"/> is enough.</summary>
    public double ReachFor { get; init; }

    /// <summary>The name of the method that is a second baseline for the woven method.</summary>
    public string? Peer { get; init; }

    /// <summary>The highest allowed ratio of the time to the time of <see cref="Peer"/>.</summary>
    public double MustAgainstPeer { get; init; }
}
