namespace Benchmarks.Simulation;

/// <summary>The cores on which calls begin and end.</summary>
internal enum Pattern
{
    /// <summary>Each call ends on the core where it began, and each core has one call in flight.</summary>
    OneOnItsCore,

    /// <summary>Each call ends on the core where it began, and each core has up to a hundred calls in flight.</summary>
    ManyOnTheirCore,

    /// <summary>Calls end on any core, like calls that the thread pool resumes.</summary>
    AcrossCores,

    /// <summary>Calls begin on one half of the cores and end on the other half, so that every box goes through the depot.</summary>
    OneWay,
}
