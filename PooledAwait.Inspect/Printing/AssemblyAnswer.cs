using System.Diagnostics;
using System.Xml.Linq;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;
using PooledAwait.Inspect.Weaving;

namespace PooledAwait.Inspect.Printing;

/// <summary>The decisions of a weave about one assembly. Can be used after the assembly is closed.</summary>
/// <param name="Assembly">The file's name.</param>
/// <param name="Changed">The number of changed places.</param>
/// <param name="LeftAlone">The number of places that were left alone. Awaited calls of other assemblies do not count.</param>
/// <param name="Warnings">The weaver's warnings, each after its source location, if there is one.</param>
/// <param name="IsChanged">Whether the weave changed the assembly.</param>
/// <param name="LosesNativeCode">Whether the written assembly lacks the precompiled code that the assembly had, because the weave changed the IL.</param>
/// <param name="Summary">The summary, as in a build's output.</param>
/// <param name="Report">The report, with every decision.</param>
internal sealed record AssemblyAnswer(
    string Assembly, int Changed, int LeftAlone, IReadOnlyList<string> Warnings, bool IsChanged, bool LosesNativeCode, string Summary, ReportModel Report)
{
    /// <summary>Weaves an assembly in memory.</summary>
    /// <param name="assembly">The assembly.</param>
    /// <param name="config">The weaver's options.</param>
    public static AssemblyAnswer Of(OpenAssembly assembly, XElement config)
    {
        var clock = Stopwatch.StartNew();
        var report = assembly.Weave(config);
        return Of(assembly, report, clock.Elapsed);
    }

    /// <summary>Makes the answer from the report of a weave.</summary>
    public static AssemblyAnswer Of(OpenAssembly assembly, WeavingReport report, TimeSpan elapsed) =>
        new(
            Path.GetFileName(assembly.Path),
            report.Decisions.Count(decision => decision.Reason == null),
            report.Decisions.Count(decision => decision.Reason != null && decision.Reason != Reason.OtherAssembly),
            [.. assembly.Messages
                .Where(message => message.Level == WeaverMessageLevel.Warning)
                .Select(message => $"{(message.Place == null ? "" : message.Place + ": ")}warning {message.Text}")],
            report.IsChanged,
            report.IsChanged && assembly.HadNativeCode,
            $"PooledAwait: {SummaryLine.Of(report, elapsed)}",
            ReportedWeave.Of(report, Path.GetDirectoryName(assembly.Path)!));

    /// <summary>Returns one report of all assemblies, in the format of a build's report.</summary>
    public static string Json(IEnumerable<AssemblyAnswer> answers) => ReportJson.Of(ReportModel.Merged([.. answers.Select(answer => answer.Report)]));

    /// <summary>Lists the assemblies that were written without their precompiled code, because this code belongs to the IL before weaving.</summary>
    public static void WriteLostCode(TextWriter error, IReadOnlyCollection<AssemblyAnswer> answers)
    {
        var lost = answers.Where(answer => answer.LosesNativeCode).Select(answer => answer.Assembly).ToList();
        if (lost.Count > 0)
        {
            error.WriteLine(
                $"Written without their precompiled (ReadyToRun) code, because it belongs to the IL before weaving: {string.Join(", ", lost)}. " +
                "Programs start more slowly until the assemblies are compiled again. Publishing with PooledAwaitPublish and PublishReadyToRun weaves first, and then compiles.");
        }
    }

    /// <summary>
    /// Writes the weaver's warnings, each on its own line. If there are several assemblies, omits warnings about patterns that match nothing, because such a
    /// pattern may match in another assembly.
    /// </summary>
    public static void WriteWarnings(TextWriter error, IReadOnlyCollection<AssemblyAnswer> answers)
    {
        foreach (var warning in answers.SelectMany(answer => answer.Warnings).Where(warning => answers.Count == 1 || !warning.Contains(Warning.PatternMatchesNothing.Id)))
        {
            error.WriteLine(warning);
        }
    }
}
