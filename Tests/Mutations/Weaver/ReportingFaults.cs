namespace Tests.Mutations.Weaver;

/// <summary>Faults in the report and in warnings.</summary>
internal static class ReportingFaults
{
    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "A call is reported at the line before its own.",
            "SourceLine.cs",
            "point.Offset <= instruction.Offset",
            "point.Offset < instruction.Offset",
            "Reporting.WeavingReportTests", "Reporting.WarningsTests", "Reporting.ReportJsonTests"),
        new(
            "A machine that is too small is a warning where [PooledAwait] was written.",
            "Warnings.cs",
            "Reason.NeverSuspends, Reason.SmallStateMachine,",
            "Reason.NeverSuspends,",
            "Reporting.WarningsTests"),
        new(
            "An unchanged report is written anew.",
            "ReportFile.cs",
            "File.Exists(path) && File.ReadAllText(path) == text",
            "File.Exists(path) && text.Length == 0",
            "Reporting.ReportFileTests"),
        new(
            "Two methods whose names differ in upper and lower case have one file.",
            "SnapshotNames.cs",
            "new(StringComparer.OrdinalIgnoreCase)",
            "new(StringComparer.Ordinal)",
            "Reporting.Il.SnapshotNamesTests"),
        new(
            "A task is counted with one field less.",
            "BytesSaved.cs",
            "ObjectHeader + 7 * Reference",
            "ObjectHeader + 6 * Reference",
            "Reporting.WouldSaveTests", "Reporting.ReportJsonTests"),
    ];
}
