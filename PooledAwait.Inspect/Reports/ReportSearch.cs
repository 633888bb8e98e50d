using PooledAwait.Fody.Report;

namespace PooledAwait.Inspect.Reports;

/// <summary>The reports to merge into one.</summary>
/// <param name="Reports">One report for each assembly and framework.</param>
/// <param name="Older">
/// The unused files, each with the newer file of the same assembly and framework. (For example, a Debug build and a Release build each write a file.)
/// </param>
internal sealed record ReportSearch(IReadOnlyList<ReportModel> Reports, IReadOnlyList<(string Older, string Newer)> Older)
{
    /// <summary>The end of the file names of reports that builds write.</summary>
    public const string Ending = ".PooledAwait.json";

    /// <param name="inputs">Files, and folders with files at any depth.</param>
    /// <exception cref="InputException">There is no report, or a report cannot be read.</exception>
    public static ReportSearch In(IEnumerable<string> inputs)
    {
        var files = inputs.SelectMany(FilesOf).Select(Path.GetFullPath).Distinct().Select(path => (Path: path, Report: ReportReader.Read(path)));
        var newestFirst = files
            .GroupBy(file => string.Join("\n", file.Report.Assemblies.Select(assembly => $"{assembly.Name} {assembly.Framework}")))
            .Select(same => same.OrderByDescending(file => File.GetLastWriteTimeUtc(file.Path)).ThenBy(file => file.Path, StringComparer.Ordinal).ToList())
            .ToList();
        return new ReportSearch(
            [.. newestFirst.Select(same => same[0].Report)],
            [.. newestFirst.SelectMany(same => same.Skip(1).Select(older => (older.Path, same[0].Path)))]);
    }

    private static IEnumerable<string> FilesOf(string input)
    {
        if (File.Exists(input))
        {
            return [input];
        }

        var found = Directory.Exists(input) ? Directory.GetFiles(input, "*" + Ending, SearchOption.AllDirectories) : [];
        return found.Length > 0 ? found.Order(StringComparer.Ordinal)
            : Directory.Exists(input)
                ? throw new InputException($"The folder '{input}' has no report; builds with Report=\"Full\" write *{Ending} files beside the assemblies in obj.")
            : throw new InputException($"There is no file or folder '{input}'.");
    }
}
