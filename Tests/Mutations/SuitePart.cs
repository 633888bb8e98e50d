namespace Tests.Mutations;

/// <summary>The parts of the suite that run against a mutated runtime, each in a process of its own.</summary>
internal enum SuitePart
{
    /// <summary>The scenarios of <c>Tests/Builders/Conformance</c>, with the pooled builders by themselves.</summary>
    Conformance,

    /// <summary>The same scenarios woven.</summary>
    WovenConformance,

    /// <summary>The fixtures of AssemblyToProcess, woven.</summary>
    Traces,

    /// <summary>The same with an await that always suspends in each async body.</summary>
    AmplifiedTraces,

    /// <summary>What looks for races, with the runtime's debug build.</summary>
    Stress,
}
