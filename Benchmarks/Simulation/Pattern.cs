namespace Benchmarks.Simulation;

/// <summary>Where calls begin and end.</summary>
internal enum Pattern
{
    /// <summary>Each where it began, one in flight on a core.</summary>
    OneOnItsCore,

    /// <summary>Each where it began, up to a hundred in flight on a core.</summary>
    ManyOnTheirCore,

    /// <summary>On whichever core, as those that the thread pool resumes.</summary>
    AcrossCores,

    /// <summary>They begin on one half of the cores and end on the other, so that every box goes through the depot.</summary>
    OneWay,
}
