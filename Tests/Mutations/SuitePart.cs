namespace Tests.Mutations;

/// <summary>The parts of the suite that run with a faulty runtime, each in its own process.</summary>
internal enum SuitePart
{
    /// <summary>The scenarios of <c>Tests/Builders/Conformance</c>, compiled with the pooled builders and not woven.</summary>
    Conformance,

    /// <summary>The scenarios of <c>Tests/Builders/Conformance</c>, woven.</summary>
    WovenConformance,

    /// <summary>The fixtures of AssemblyToProcess, woven.</summary>
    Traces,

    /// <summary>The fixtures of AssemblyToProcess, with an added await that always suspends in each async body, woven.</summary>
    AmplifiedTraces,

    /// <summary>The tests that look for races, with the runtime's debug build.</summary>
    Stress,
}
