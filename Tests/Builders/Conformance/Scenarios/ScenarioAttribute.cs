namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// Marks a static method that uses async methods and notes what it observes. The method takes a <c>Trace</c>. A method that runs once for
/// each of several kinds of async methods also takes the kind.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class ScenarioAttribute(Kinds kinds = 0) : Attribute
{
    /// <summary>The kinds that the scenario runs for; none if it does not take a kind.</summary>
    public Kinds Kinds { get; } = kinds;

    /// <summary>The scenario is only about pooled builders. Its traces are compared with no other builder's, so it states its own expectations.</summary>
    public bool OnlyPooled { get; set; }

    /// <summary>The scenario shows what pooled builders may do differently, so its traces may differ between builders.</summary>
    public bool IsListedDifference { get; set; }

    /// <summary>The scenario looks for races, for a configured time. See <see cref="Stress"/>.</summary>
    public bool IsStress { get; set; }

    /// <summary>The scenario counts bytes. So it runs only on release builds, and nothing else may allocate meanwhile.</summary>
    public bool CountsBytes { get; set; }

    /// <summary>
    /// The scenario also counts what the thread pool's threads allocate. These threads must have no other work, so the scenario runs in a separate process.
    /// </summary>
    public bool NeedsThreadPool { get; set; }

    /// <summary>The scenario lets exceptions escape. Without a handler, they would end the process. See <see cref="Escapes"/>.</summary>
    public bool LetsEscape { get; set; }
}

/// <summary>Async methods in a type with this attribute keep the default builder, whichever builder other methods get.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class DefaultBuildersAttribute : Attribute;
