using System.Diagnostics;
using System.Text.Json.Serialization;
using System.Xml.Linq;
using PooledAwait.Fody.Compiled;
using PooledAwait.Fody.Reporting;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Printing;

/// <summary>What a weave decided about one assembly, without the assembly.</summary>
/// <param name="Assembly">The file's name.</param>
/// <param name="Changed">How many places were changed.</param>
/// <param name="LeftAlone">How many were considered and left alone.</param>
/// <param name="Warnings">What the weaver warned of.</param>
/// <param name="Decisions">Each of those places.</param>
/// <param name="IsChanged">Whether the assembly is another than before.</param>
/// <param name="Summary">The line of a build's output.</param>
/// <param name="Text">The text of a build's report.</param>
internal sealed record AssemblyAnswer(
    string Assembly,
    int Changed,
    int LeftAlone,
    IReadOnlyList<string> Warnings,
    IReadOnlyList<DecisionAnswer> Decisions,
    [property: JsonIgnore] bool IsChanged,
    [property: JsonIgnore] string Summary,
    [property: JsonIgnore] string Text)
{
    /// <summary>Weaves an assembly in memory.</summary>
    public static AssemblyAnswer Of(OpenAssembly assembly, XElement config)
    {
        var clock = Stopwatch.StartNew();
        var report = assembly.Weave(config);
        return Of(assembly, report, clock.Elapsed);
    }

    /// <summary>What a weave of an assembly decided.</summary>
    public static AssemblyAnswer Of(OpenAssembly assembly, WeavingReport report, TimeSpan elapsed) =>
        new(
            Path.GetFileName(assembly.Path),
            report.Decisions.Count(decision => decision.Reason == null),
            report.Decisions.Count(decision => decision.Reason != null),
            [.. assembly.Messages.Where(message => message.Level == WeaverMessageLevel.Warning).Select(message => message.Text)],
            [.. report.Decisions.Select(decision => DecisionAnswer.Of(decision, report.Owners))],
            report.IsChanged,
            SummaryLine.Of(report, elapsed),
            ReportText.Of(ReportedWeave.Of(report, Path.GetDirectoryName(assembly.Path)!)));
}

/// <summary>One decision of the weaver.</summary>
/// <param name="Rewrite">The rewrite.</param>
/// <param name="Method">The method as its source names it.</param>
/// <param name="Reason">The reason's identifier; null where the place was changed.</param>
/// <param name="Sentence">The reason in a sentence.</param>
/// <param name="Detail">What was changed, or what was in the way.</param>
/// <param name="Source">The file's name and the line, where symbols tell them.</param>
internal sealed record DecisionAnswer(string Rewrite, string Method, string? Reason, string? Sentence, string? Detail, string? Source)
{
    public static DecisionAnswer Of(Decision decision, MethodOwners owners) => new(
        decision.Rewrite.ToString(),
        MethodName.Of(decision.Method, owners),
        decision.Reason?.Id,
        decision.Reason?.Sentence,
        decision.Detail,
        decision.At == null ? null : SourceLine.Text(decision.At));
}
