using Mono.Cecil.Cil;
using PooledAwait.Fody.Reporting.Il;

namespace PooledAwait.Fody.Reporting;

/// <summary>A whole report as plain values, the same for the same input: what the JSON file and the page show.</summary>
/// <param name="Assembly">The woven assembly's name.</param>
/// <param name="Methods">Every method that something was decided about, by name.</param>
/// <param name="Reasons">The reasons that occur, by identifier.</param>
internal sealed record ReportModel(string Assembly, IReadOnlyList<ReportedMethod> Methods, IReadOnlyList<Reason> Reasons)
{
    public IEnumerable<ReportedDecision> Decisions => Methods.SelectMany(method => method.Decisions);

    /// <param name="report">What was decided.</param>
    /// <param name="projectDirectory">Source files are named from there.</param>
    public static ReportModel Of(WeavingReport report, string projectDirectory)
    {
        var snapshots = report.Snapshots().ToDictionary(snapshot => snapshot.Written);
        var methods = report.Sorted()
            .GroupBy(entry => entry.Decision.Method)
            .Select(group => new ReportedMethod(
                group.First().Name,
                Place(report.SourceOf(group.Key)),
                [.. group.Select(entry => new ReportedDecision(
                    entry.Decision.Rewrite,
                    entry.Decision.Reason,
                    entry.Decision.Detail,
                    Place(entry.Decision.At),
                    entry.Decision.Saved))],
                snapshots.TryGetValue(group.Key, out var snapshot) ? snapshot : null));
        return new ReportModel(
            report.AssemblyName,
            [.. methods],
            [.. report.Decisions.Select(decision => decision.Reason).OfType<Reason>().Distinct().OrderBy(reason => reason.Id, StringComparer.Ordinal)]);

        SourcePlace? Place(SequencePoint? point) =>
            point == null ? null : new SourcePlace(SourceLine.File(point, projectDirectory), point.StartLine);
    }
}

/// <summary>One method as the user wrote it.</summary>
/// <param name="Name">As <see cref="MethodName"/> gives it; overloads of other types' same names may share it.</param>
/// <param name="At">Where it stands in the source; null without symbols.</param>
/// <param name="Decisions">What each rewrite decided about it, at least one.</param>
/// <param name="Il">Its IL before and after; null where nothing was changed, or no IL was kept.</param>
internal sealed record ReportedMethod(string Name, SourcePlace? At, IReadOnlyList<ReportedDecision> Decisions, IlSnapshot? Il);

/// <summary>What one rewrite decided about one place in a method; the members are those of <see cref="Decision"/>.</summary>
internal sealed record ReportedDecision(Rewrite Rewrite, Reason? Reason, string? Detail, SourcePlace? At, BytesSaved? Saved)
{
    public bool IsChange => Reason == null;
}

/// <summary>A line of a source file, which is named from the project's folder.</summary>
internal sealed record SourcePlace(string File, int Line);
