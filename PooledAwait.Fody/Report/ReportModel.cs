using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Report;

/// <summary>
/// A whole report as plain values, the same for the same input. The JSON file, the text and the page show it. Except for the IL, it can be
/// read back from JSON. Several reports can be merged into one.
/// </summary>
/// <param name="Assemblies">The woven assemblies, by name.</param>
/// <param name="Reasons">The reasons that occur in them, by identifier.</param>
internal sealed record ReportModel(IReadOnlyList<ReportedAssembly> Assemblies, IReadOnlyList<ReportedReason> Reasons)
{
    public IEnumerable<ReportedMethod> Methods => Assemblies.SelectMany(assembly => assembly.Methods);

    public IEnumerable<ReportedDecision> Decisions => Methods.SelectMany(method => method.Decisions);

    /// <param name="reports">Reports of different assemblies, or of different builds of one.</param>
    public static ReportModel Merged(IReadOnlyCollection<ReportModel> reports) => new(
        [.. reports.SelectMany(report => report.Assemblies)
            .OrderBy(assembly => assembly.Name, StringComparer.Ordinal)
            .ThenBy(assembly => assembly.Framework, StringComparer.Ordinal)],
        [.. reports.SelectMany(report => report.Reasons)
            .GroupBy(reason => reason.Id)
            .Select(same => same.First() with { Remedies = [.. same.SelectMany(reason => reason.Remedies).Distinct()] })
            .OrderBy(reason => reason.Id, StringComparer.Ordinal)]);
}

/// <summary>One woven assembly.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Framework">The framework that it is made for, as <see cref="TargetFramework"/> names it; null if the assembly does not say.</param>
/// <param name="Methods">Every method with a decision, by name.</param>
internal sealed record ReportedAssembly(string Name, string? Framework, IReadOnlyList<ReportedMethod> Methods)
{
    public IEnumerable<ReportedDecision> Decisions => Methods.SelectMany(method => method.Decisions);
}

/// <summary>A reason for which something was left alone; the members are those of <see cref="Reason"/>.</summary>
/// <param name="Id">Stable and short.</param>
/// <param name="Sentence">Why.</param>
/// <param name="Advice">What the user can do; null if there is nothing to do.</param>
/// <param name="Page">The page of the documentation that explains it.</param>
/// <param name="Remedies">The attributes and options that change it, as they are written.</param>
internal sealed record ReportedReason(string Id, string Sentence, string? Advice, string Page, IReadOnlyList<string> Remedies);

/// <summary>One method as the user wrote it.</summary>
/// <param name="Name">As <see cref="MethodName"/> gives it. Two overloads share the name if their parameters differ only in types that have the same name.</param>
/// <param name="Namespace">The namespace, with which the name begins; may be empty.</param>
/// <param name="Type">The next part of the name: the type, with its enclosing types.</param>
/// <param name="At">Where the method is in the source; null without symbols.</param>
/// <param name="Decisions">What each rewrite decided about it, at least one.</param>
/// <param name="Il">The method's IL before and after; null if nothing was changed, or no IL was kept.</param>
internal sealed record ReportedMethod(
    string Name, string Namespace, string Type, SourcePlace? At, IReadOnlyList<ReportedDecision> Decisions, IlSnapshot? Il = null)
{
    /// <summary>
    /// The bytes that one call saves if it suspends and reaches each changed place once; null if nothing is changed, or if that is unknown.
    /// </summary>
    public int? SavedByOneCall => Decisions.Any(decision => decision.IsChange && decision.Saved != null)
        ? Decisions.Where(decision => decision.IsChange).Sum(decision => decision.Saved?.Total ?? 0)
        : null;
}

/// <summary>What one rewrite decided about one place in a method; the members are those of <see cref="Decision"/>.</summary>
/// <param name="Rewrite">The rewrite.</param>
/// <param name="Reason">The identifier of a reason; null if the place was changed.</param>
/// <param name="Detail">What exactly was changed, or what is in the way.</param>
/// <param name="At">The source line.</param>
/// <param name="Saved">What the change saves, or would save.</param>
/// <param name="Cause">Another method that is in the way.</param>
/// <param name="Condition">Which condition of the reason failed; null if the reason has only one cause.</param>
internal sealed record ReportedDecision(
    Rewrite Rewrite,
    string? Reason,
    string? Detail,
    SourcePlace? At,
    BytesSaved? Saved = null,
    ReportedCause? Cause = null,
    ReportedCondition? Condition = null)
{
    public bool IsChange => Reason == null;
}

/// <summary>Another method that is in the way.</summary>
/// <param name="Name">Its name. If the report also has decisions about this method, it has the same name there.</param>
/// <param name="At">The line in that method.</param>
internal sealed record ReportedCause(string Name, SourcePlace? At);

/// <summary>A condition that failed; the members are those of <see cref="FailedCondition"/>.</summary>
/// <param name="Id">Stable and short.</param>
/// <param name="Sentence">The condition in words, with names of the program.</param>
/// <param name="At">The line that decides.</param>
internal sealed record ReportedCondition(string Id, string Sentence, SourcePlace? At);

/// <summary>A line of a source file.</summary>
/// <param name="File">The path, relative to the project's folder if the file is in it.</param>
/// <param name="Line">From 1.</param>
/// <param name="Address">Where a browser finds the line; null if the symbols do not say.</param>
internal sealed record SourcePlace(string File, int Line, string? Address = null);
