namespace PooledAwait.Fody.Options;

/// <summary>How much a build reports about the weave, apart from warnings.</summary>
internal enum ReportLevel
{
    /// <summary>Nothing.</summary>
    None,

    /// <summary>One line in the build output.</summary>
    Summary,

    /// <summary>
    /// One line in the build output, and three files that contain every decision: a page, JSON and text. The files are in the intermediate output folder.
    /// </summary>
    Full,
}
