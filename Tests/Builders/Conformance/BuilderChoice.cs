namespace Tests.Builders.Conformance;

/// <summary>Which builders the scenarios' async methods are compiled with.</summary>
public enum BuilderChoice
{
    /// <summary>The base library's, as any compiler chooses them.</summary>
    Default,

    /// <summary>The base library's pooling ones, which exist for ValueTask kinds.</summary>
    BaseLibraryPooling,

    /// <summary>PooledAwait.Runtime's.</summary>
    Pooled,

    /// <summary>PooledAwait.Runtime's, and behind each call of a ValueTask method of the scenarios what a caller that misuses it gets.</summary>
    GivenTasks,

    /// <summary>The base library's, which the weaver then replaces: awaited Task methods have twins.</summary>
    Woven,
}
