namespace Tests.Builders.Conformance;

/// <summary>The builders with which the scenarios' async methods are compiled.</summary>
public enum BuilderChoice
{
    /// <summary>The base library's builders, which the compiler chooses by default.</summary>
    Default,

    /// <summary>The base library's pooling builders, which exist only for ValueTask and ValueTask&lt;T&gt;.</summary>
    BaseLibraryPooling,

    /// <summary>PooledAwait.Runtime's builders.</summary>
    Pooled,

    /// <summary>PooledAwait.Runtime's builders. Each call of a scenario's ValueTask method also gets a task, as if the caller misused the ValueTask.</summary>
    OwnTasks,

    /// <summary>
    /// The base library's builders, which the weaver then replaces. A Task method whose calls are awaited directly also gets a twin, which returns a ValueTask.
    /// </summary>
    Woven,
}
