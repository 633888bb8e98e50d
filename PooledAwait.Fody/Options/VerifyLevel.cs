namespace PooledAwait.Fody.Options;

/// <summary>What the weaver does with woven code that does not pass the check.</summary>
internal enum VerifyLevel
{
    /// <summary>Nothing is checked.</summary>
    None,

    /// <summary>The weaver leaves the method alone, with a warning.</summary>
    Warn,

    /// <summary>The build fails.</summary>
    Error,
}
