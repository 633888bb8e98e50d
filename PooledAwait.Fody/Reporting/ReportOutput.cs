using System.Diagnostics;
using Fody;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Reporting.Il;

namespace PooledAwait.Fody.Reporting;

/// <summary>Tells the user what a weave did, as far as the options ask for it.</summary>
internal sealed class ReportOutput(BaseModuleWeaver weaver, WeaverOptions options)
{
    private readonly Stopwatch _elapsed = Stopwatch.StartNew();

    public void Write(WeavingReport report, Scope scope)
    {
        foreach (var pattern in scope.UnmatchedPatterns())
        {
            weaver.WriteWarning($"PooledAwait: the pattern '{pattern}' in FodyWeavers.xml matches no type of {weaver.ModuleDefinition.Name}.");
        }

        var path = options.Report == ReportLevel.Full ? ReportPath : null;
        if (path != null)
        {
            ReportFile.Write(path, report.ToText());
        }

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
            // High, or a build at its usual verbosity would not show it.
            weaver.WriteMessage(report.Summary(_elapsed.Elapsed, path), MessageImportance.High);
        }
    }

    /// <summary>Beside the assembly that is woven, which lies in the intermediate output folder.</summary>
    private string ReportPath => Path.ChangeExtension(weaver.AssemblyFilePath, ".PooledAwait.txt");

    private string SnapshotFolder => Path.ChangeExtension(weaver.AssemblyFilePath, ".PooledAwait.il");
}
