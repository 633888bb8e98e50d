namespace PooledAwait.Fody.Options;

/// <summary>How much a build reports about what was done.</summary>
internal enum ReportLevel
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>One line in the build output.</summary>
    Summary,

    /// <summary>The line, and files with every decision in the intermediate output folder: a page, JSON and text.</summary>
    Full,
}
