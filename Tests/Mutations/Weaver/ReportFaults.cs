namespace Tests.Mutations.Weaver;

/// <summary>Faults in the report and in warnings.</summary>
internal static class ReportFaults
{
    public static readonly IReadOnlyList<WeaverMutation> All =
    [
        new(
            "A call is reported at the line before its own.",
            "SourceLine.cs",
            "point.Offset <= instruction.Offset",
            "point.Offset < instruction.Offset",
            "Report.WeavingReportTests", "Report.WarningsTests", "Report.ReportJsonTests"),
        new(
            "A machine that is too small is a warning where [PooledAwait] was written.",
            "Warnings.cs",
            "Reason.NeverSuspends, Reason.SmallStateMachine,",
            "Reason.NeverSuspends,",
            "Report.WarningsTests"),
        new(
            "An unchanged report is written anew.",
            "ReportFile.cs",
            "File.Exists(path) && File.ReadAllText(path) == text",
            "File.Exists(path) && text.Length == 0",
            "Report.ReportFileTests"),
        new(
            "Two methods whose names differ in upper and lower case have one file.",
            "SnapshotNames.cs",
            "new(StringComparer.OrdinalIgnoreCase)",
            "new(StringComparer.Ordinal)",
            "Report.Il.SnapshotNamesTests"),
        new(
            "A task is counted with one field less.",
            "BytesSaved.cs",
            "ObjectHeader + 7 * Reference",
            "ObjectHeader + 6 * Reference",
            "Report.WouldSaveTests", "Report.ReportJsonTests"),
    ];
}
