namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// Marks a static method that does something with async methods and notes what it sees. It takes a <c>Trace</c>, and the kind of method
/// where it is run once for each of several.
/// </summary>
[AttributeUsage(AttributeTargets.Method)]
public sealed class ScenarioAttribute(Kinds kinds = 0) : Attribute
{
    /// <summary>The kinds that it runs for; none where it does not ask.</summary>
    public Kinds Kinds { get; } = kinds;

    /// <summary>It is about pooled builders alone: there is nothing to compare, and what it expects is said by itself.</summary>
    public bool OnlyPooled { get; set; }

    /// <summary>It shows what pooled builders may do otherwise: nothing is to be equal.</summary>
    public bool IsListedDifference { get; set; }

    /// <summary>It looks for races, for as long as it is told to: see <see cref="Stress"/>.</summary>
    public bool IsStress { get; set; }

    /// <summary>It counts bytes: it is about release builds as they are used, and nothing else may allocate meanwhile.</summary>
    public bool CountsBytes { get; set; }

    /// <summary>It counts the bytes of the thread pool's threads too, which must have no other work: a process that does nothing else runs it.</summary>
    public bool NeedsThreadPool { get; set; }

    /// <summary>It lets exceptions escape, which end the process where nobody can handle them: see <see cref="Escapes"/>.</summary>
    public bool LetsEscape { get; set; }
}

/// <summary>Async methods in a type that carries this keep the default builder whatever the others get.</summary>
[AttributeUsage(AttributeTargets.Class)]
public sealed class DefaultBuildersAttribute : Attribute;
