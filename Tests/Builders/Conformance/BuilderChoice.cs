namespace Tests.Builders.Conformance;

/// <summary>The builders with which the scenarios' async methods are compiled.</summary>
public enum BuilderChoice
{
    /// <summary>The base library's builders, which the compiler chooses by default.</summary>
    Default,

    /// <summary>The base library's pooling builders, which exist for the ValueTask kinds.</summary>
    BaseLibraryPooling,

    /// <summary>PooledAwait.Runtime's builders.</summary>
    Pooled,

    /// <summary>PooledAwait.Runtime's builders, and a task for each call of a scenario's ValueTask method, as in callers that misuse a ValueTask.</summary>
    OwnTasks,

    /// <summary>The base library's builders, which the weaver then replaces. Awaited Task methods have twins.</summary>
    Woven,
}
