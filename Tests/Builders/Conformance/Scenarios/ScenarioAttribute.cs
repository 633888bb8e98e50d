namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// Marks a static method that does something with async methods and notes what it sees. It takes a <c>Trace</c>, and the kind of method
/// if it is run once for each of several kinds.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class ScenarioAttribute(Kinds kinds = 0) : Attribute
{
    /// <summary>The kinds that the scenario runs for; none if it does not take a kind.</summary>
    public Kinds Kinds { get; } = kinds;

    /// <summary>The scenario is only about pooled builders: there is nothing to compare, and it states its own expectations.</summary>
    public bool OnlyPooled { get; set; }

    /// <summary>The scenario shows what pooled builders may do differently, so its traces need not be equal.</summary>
    public bool IsListedDifference { get; set; }

    /// <summary>The scenario looks for races, for a configured time: see <see cref="Stress"/>.</summary>
    public bool IsStress { get; set; }

    /// <summary>The scenario counts bytes: it is about release builds as they are used, and nothing else may allocate meanwhile.</summary>
    public bool CountsBytes { get; set; }

    /// <summary>The scenario also counts the bytes of the thread pool's threads. They must have no other work, so it runs in a process that does nothing else.</summary>
    public bool NeedsThreadPool { get; set; }

    /// <summary>The scenario lets exceptions escape. They end the process if nobody can handle them: see <see cref="Escapes"/>.</summary>
    public bool LetsEscape { get; set; }
}

/// <summary>Async methods in a type with this attribute keep the default builder, whatever the others get.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class DefaultBuildersAttribute : Attribute;
