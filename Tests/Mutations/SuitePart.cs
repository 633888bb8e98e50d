namespace Tests.Mutations;

/// <summary>The parts of the suite that run with a faulty runtime, each in its own process.</summary>
internal enum SuitePart
{
    /// <summary>The scenarios of <c>Tests/Builders/Conformance</c>, compiled with the pooled builders and not woven.</summary>
    Conformance,

    /// <summary>The scenarios of <c>Tests/Builders/Conformance</c>, woven.</summary>
    WovenConformance,

    /// <summary>The woven fixtures of AssemblyToProcess.</summary>
    Traces,

    /// <summary>The woven fixtures of AssemblyToProcess. Each async body has one more await, which always suspends.</summary>
    AmplifiedTraces,

    /// <summary>The tests that look for races, with the runtime's debug build.</summary>
    Stress,
}
