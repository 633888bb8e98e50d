using System.Diagnostics;
using Fody;
using PooledAwait.Fody.Options;

namespace PooledAwait.Fody.Report;

/// <summary>Reports what a weave did, in the forms that the options request.</summary>
internal sealed class ReportOutput(BaseModuleWeaver weaver, WeaverOptions options)
{
    private static readonly string[] s_kinds = ["html", "json", "txt"];

    private readonly Stopwatch _elapsed = Stopwatch.StartNew();

    public void Write(WeavingReport report, Scope scope)
    {
        new Warnings(weaver, options).Give(report, scope);
        var page = options.Report == ReportLevel.Full ? WriteFiles(report) : DeleteFiles();

        if (options.Snapshots)
        {
            SnapshotFiles.Write(SnapshotFolder, report.Snapshots());
        }
        else
        {
            SnapshotFiles.Delete(SnapshotFolder);
        }

        if (options.Report != ReportLevel.None)
        {
            // At its usual verbosity, a build shows only messages of high importance.
            var importance = page != null || SummaryLine.HasAnything(report) ? MessageImportance.High : MessageImportance.Normal;
            var why = page == null && report.Decisions.Any(decision => decision.Reason is { HasAdvice: true }) ? " To see why, build with -p:PooledAwaitReport=Full, or run: pooledawait why <assembly> <method>." : "";
            weaver.WriteMessage(SummaryLine.Of(report, _elapsed.Elapsed, page, BuildProperties.FrameworkOfSeveral(weaver)) + why, importance);
        }
    }

    /// <summary>Writes the same report for browsers, for programs and for terminals.</summary>
    /// <returns>The page's path, which the summary line names.</returns>
    private string WriteFiles(WeavingReport report)
    {
        var model = ReportedWeave.Of(report, weaver.ProjectDirectoryPath);
        ReportFile.Write(Beside("html"), ReportPage.Of(model));
        ReportFile.Write(Beside("json"), ReportJson.Of(model));
        ReportFile.Write(Beside("txt"), ReportText.Of(model));
        return Beside("html");
    }

    // Deletes the files of an earlier weave, because they do not describe this weave.
    private string? DeleteFiles()
    {
        foreach (var kind in s_kinds)
        {
            ReportFile.Delete(Beside(kind));
        }

        return null;
    }

    private string SnapshotFolder => Beside("il");

    /// <summary>Returns the path of a file next to the woven assembly, which is in the intermediate output folder.</summary>
    private string Beside(string kind) => Path.ChangeExtension(weaver.AssemblyFilePath, $".PooledAwait.{kind}");
}
