using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Report;

/// <summary>Turns the decisions of one weave into the plain values of a report.</summary>
internal sealed class ReportedWeave
{
    private readonly WeavingReport _report;
    private readonly string _projectDirectory;
    private readonly SourceLink _sourceLink;
    private readonly Dictionary<MethodDefinition, IlSnapshot> _snapshots;

    private ReportedWeave(WeavingReport report, string projectDirectory)
    {
        _report = report;
        _projectDirectory = projectDirectory;
        _sourceLink = new SourceLink(report.Module);
        _snapshots = report.Snapshots().ToDictionary(snapshot => snapshot.Written);
    }

    /// <param name="report">The decisions.</param>
    /// <param name="projectDirectory">The folder to which the paths of source files are relative.</param>
    public static ReportModel Of(WeavingReport report, string projectDirectory)
    {
        var weave = new ReportedWeave(report, projectDirectory);
        var methods = report.Sorted().GroupBy(entry => entry.Decision.Method).Select(group => weave.Method(group.First().Name, group.Key, group));
        return new ReportModel(
            [new ReportedAssembly(report.AssemblyName, TargetFramework.Of(report.Module), [.. methods])],
            [.. report.Decisions
                .Where(decision => decision.Reason != null)
                .GroupBy(decision => decision.Reason!, decision => decision.Rewrite)
                .OrderBy(group => group.Key.Id, StringComparer.Ordinal)
                .Select(group => Reason(group.Key, group))]);
    }

    private static ReportedReason Reason(Reason reason, IEnumerable<Rewrite> rewrites) => new(
        reason.Id,
        reason.Sentence,
        reason.HasAdvice ? reason.Advice : null,
        reason.Page,
        [.. rewrites.Distinct().OrderBy(rewrite => rewrite).Select(reason.RemedyFor).OfType<string>().Distinct()]);

    private ReportedMethod Method(string name, MethodDefinition method, IEnumerable<(string Name, Decision Decision)> decisions)
    {
        var (space, type) = MethodName.PlaceOf(method, _report.Owners);
        return new ReportedMethod(
            name,
            IlToken.Name(space),
            IlToken.Name(type),
            Place(_report.SourceOf(method)),
            [.. decisions.Select(entry => Decision(entry.Decision))],
            _snapshots.TryGetValue(method, out var snapshot) ? snapshot : null);
    }

    private ReportedDecision Decision(Decision decision) => new(
        decision.Rewrite,
        decision.Reason?.Id,
        decision.Detail,
        Place(decision.At),
        decision.Saved,
        decision.Cause is { } cause ? new ReportedCause(_report.NameOf(cause.Method), Place(cause.At ?? _report.SourceOf(cause.Method))) : null,
        decision.Failed is { Condition: { } condition } failed ? new ReportedCondition(condition.Id, failed.Sentence!, Place(failed.At)) : null);

    private SourcePlace? Place(SequencePoint? point) => point == null
        ? null
        : new SourcePlace(SourceLine.File(point, _projectDirectory, _sourceLink), point.StartLine, _sourceLink.AddressOf(point));
}
