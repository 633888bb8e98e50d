using PooledAwait.Fody.Decisions;

namespace PooledAwait.Fody.Report;

/// <summary>
/// A whole report as plain values. If the same input is woven again, the values are the same. The JSON file, the text and the page are made from this model.
/// Except for the IL, the model can be read back from the JSON file. Several reports can be merged into one.
/// </summary>
/// <param name="Assemblies">The woven assemblies, sorted by name.</param>
/// <param name="Reasons">The reasons that occur in the assemblies, sorted by identifier.</param>
internal sealed record ReportModel(IReadOnlyList<ReportedAssembly> Assemblies, IReadOnlyList<ReportedReason> Reasons)
{
    public IEnumerable<ReportedMethod> Methods => Assemblies.SelectMany(assembly => assembly.Methods);

    public IEnumerable<ReportedDecision> Decisions => Methods.SelectMany(method => method.Decisions);

    /// <param name="reports">Reports of different assemblies, or of different builds of one assembly.</param>
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
/// <param name="Name">The assembly's name.</param>
/// <param name="Framework">The framework that the assembly targets, as <see cref="TargetFramework"/> names it; null if the assembly does not say.</param>
/// <param name="Methods">Every method with a decision, sorted by name.</param>
internal sealed record ReportedAssembly(string Name, string? Framework, IReadOnlyList<ReportedMethod> Methods)
{
    public IEnumerable<ReportedDecision> Decisions => Methods.SelectMany(method => method.Decisions);

    /// <summary>The number of the assembly's runtime-async methods, which the runtime itself suspends.</summary>
    public int RuntimeAsyncMethods => Decisions.Count(decision => decision.Rewrite == Rewrite.Builders && decision.Reason == Reason.RuntimeAsync.Id);
}

/// <summary>A reason why something was left alone, with the members of <see cref="Reason"/>.</summary>
/// <param name="Id">A short identifier, which never changes.</param>
/// <param name="Sentence">The reason in a sentence.</param>
/// <param name="Advice">What the user can do; null if there is nothing to do.</param>
/// <param name="Page">The address of the reason's documentation.</param>
/// <param name="Remedies">The attributes and options that change the decision, as the user would write them.</param>
internal sealed record ReportedReason(string Id, string Sentence, string? Advice, string Page, IReadOnlyList<string> Remedies);

/// <summary>One of the user's methods.</summary>
/// <param name="Name">The name that <see cref="MethodName"/> gives. Two overloads have the same name if their parameter types have the same names.</param>
/// <param name="Namespace">The namespace with which the name begins; may be empty.</param>
/// <param name="Type">The type with its enclosing types: the part of the name between the namespace and the method.</param>
/// <param name="At">Where the method is in the source; null without symbols.</param>
/// <param name="Decisions">The rewrites' decisions about the method, at least one.</param>
/// <param name="Il">The method's IL before and after the weave; null if nothing was changed, or if no IL was kept.</param>
internal sealed record ReportedMethod(
    string Name, string Namespace, string Type, SourcePlace? At, IReadOnlyList<ReportedDecision> Decisions, IlSnapshot? Il = null)
{
    /// <summary>
    /// The bytes that a call saves if it suspends and reaches each changed place once; null if nothing is changed, or if the savings are unknown.
    /// </summary>
    public int? SavedByOneCall => Decisions.Any(decision => decision.IsChange && decision.Saved != null)
        ? Decisions.Where(decision => decision.IsChange).Sum(decision => decision.Saved?.Total ?? 0)
        : null;
}

/// <summary>One rewrite's decision about one place in a method, with the members of <see cref="Decision"/>.</summary>
/// <param name="Rewrite">The rewrite.</param>
/// <param name="Reason">The identifier of a reason; null if the place was changed.</param>
/// <param name="Detail">What exactly was changed, or what prevents the change.</param>
/// <param name="At">The source line.</param>
/// <param name="Saved">The bytes that the change saves, or would save.</param>
/// <param name="Cause">Another method that prevents the change.</param>
/// <param name="Condition">The failed condition; null if the reason alone says enough.</param>
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

/// <summary>Another method that prevents a change.</summary>
/// <param name="Name">The method's name, as the report shows it.</param>
/// <param name="At">The line in that other method that prevents the change.</param>
internal sealed record ReportedCause(string Name, SourcePlace? At);

/// <summary>A condition that failed, with some members of <see cref="FailedCondition"/>.</summary>
/// <param name="Id">A short identifier, which never changes.</param>
/// <param name="Sentence">The condition in words, with names from the program.</param>
/// <param name="At">The line at which the condition failed.</param>
internal sealed record ReportedCondition(string Id, string Sentence, SourcePlace? At);

/// <summary>A line of a source file.</summary>
/// <param name="File">The path. If the file is in the project's folder, the path is relative to this folder.</param>
/// <param name="Line">The line's number, starting with 1.</param>
/// <param name="Address">The line's web address; null if the symbols contain none.</param>
internal sealed record SourcePlace(string File, int Line, string? Address = null);
