namespace PooledAwait.Fody.Options;

/// <summary>What the weaver does with woven code that does not pass the check.</summary>
internal enum VerifyLevel
{
    /// <summary>Nothing is checked.</summary>
    None,

    /// <summary>The weaver warns, and leaves alone each method whose woven code does not pass.</summary>
    Warn,

    /// <summary>The build fails.</summary>
    Error,
}
