namespace PooledAwait.Fody.Options;

/// <summary>What becomes of a weave whose code does not pass the check.</summary>
internal enum VerifyLevel
{
    /// <summary>Nothing is checked.</summary>
    None,

    /// <summary>The methods that it is about are left alone, and a warning tells of each.</summary>
    Warn,

    /// <summary>The build fails.</summary>
    Error,
}
