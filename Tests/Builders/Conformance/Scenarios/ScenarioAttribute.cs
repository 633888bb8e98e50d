namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// Marks a scenario: a static method that uses async methods, and notes in a <c>Trace</c> what it observes. A scenario that runs for several kinds of async
/// methods also takes the kind.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class ScenarioAttribute(Kinds kinds = 0) : Attribute
{
    /// <summary>The kinds of methods that the scenario runs for. The value is 0 if the scenario takes no kind.</summary>
    public Kinds Kinds { get; } = kinds;

    /// <summary>
    /// True if the scenario is only about pooled builders. Its trace is not compared with another builder's trace, so the scenario states its own expectations.
    /// </summary>
    public bool OnlyPooled { get; set; }

    /// <summary>True if the scenario shows what pooled builders may do differently. Its traces may differ between builders.</summary>
    public bool IsListedDifference { get; set; }

    /// <summary>True if the scenario looks for races, for a configured time. See <see cref="Stress"/>.</summary>
    public bool IsStress { get; set; }

    /// <summary>True if the scenario counts bytes. It runs only on release builds, and nothing else may allocate meanwhile.</summary>
    public bool CountsBytes { get; set; }

    /// <summary>
    /// True if the scenario also counts what the thread pool's threads allocate. These threads must have no other work, so the scenario runs in a separate
    /// process.
    /// </summary>
    public bool NeedsThreadPool { get; set; }

    /// <summary>True if the scenario lets exceptions escape. Without a handler, they would end the process. See <see cref="Escapes"/>.</summary>
    public bool LetsEscape { get; set; }
}

/// <summary>Async methods in a type with this attribute keep the default builder, whichever builder other methods get.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class DefaultBuildersAttribute : Attribute;
