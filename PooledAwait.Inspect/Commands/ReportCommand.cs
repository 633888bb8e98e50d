using System.CommandLine;
using PooledAwait.Fody.Report;
using PooledAwait.Inspect.Reports;

namespace PooledAwait.Inspect.Commands;

/// <summary>Writes a report of any assemblies, like a build with <c>Report="Full"</c>, or merges several such reports into one.</summary>
internal static class ReportCommand
{
    private static readonly Option<bool> s_merge = new("--merge")
    {
        Description = $"The inputs are reports: *{ReportSearch.Ending} files, or folders to search for them at any depth. " +
            "The command merges them into one report, without IL.",
    };

    private static readonly Option<string[]> s_output = new("--output", "-o")
    {
        Description = "The file to write. Its extension decides: a page (.html), JSON (.json) or text (.txt). May be given more than once. " +
            "Without it, the command writes the page into the current folder, or prints JSON.",
        HelpName = "file",
        DefaultValueFactory = _ => [],
    };

    public static Command Create(CommonArguments common) => common.CommandOfMany(
        "report",
        "Reports what was or would be woven, what weaving saves, and what is left alone and why: as a page for a browser, as JSON or as text.",
        [s_merge, s_output],
        (parsed, inputs, requestFor) => Run(parsed, inputs, requestFor, common.IsJson(parsed)));

    private static void Run(ParseResult parsed, IReadOnlyList<string> inputs, Func<string, Request> requestFor, bool isJson)
    {
        var output = parsed.InvocationConfiguration.Output;
        var notes = isJson ? parsed.InvocationConfiguration.Error : output;
        var files = parsed.GetRequiredValue(s_output).Select(WrittenReport.At).ToList();
        if (files.Count == 0 && !isJson)
        {
            files.Add(WrittenReport.At(NameOf(inputs[0]) + ".PooledAwait.html"));
        }

        var report = parsed.GetValue(s_merge)
            ? Merged(inputs, notes)
            : Woven([.. inputs.Select(requestFor)], keepsIl: files.Any(file => file.HasIl));
        foreach (var file in files)
        {
            file.Write(report);
            notes.WriteLine($"Written: {file.Path}");
        }

        if (isJson)
        {
            output.Write(ReportJson.Of(report));
        }
    }

    /// <summary>
    /// Makes one report of all assemblies that have something to report. If there is no such assembly, reports only the first assembly.
    /// </summary>
    private static ReportModel Woven(IReadOnlyList<Request> requests, bool keepsIl)
    {
        var reports = requests
            .SelectMany(request => request.Input.Assemblies.Select(path => request.Use(
                path, assembly => ReportedWeave.Of(assembly.Weave(request.Config, keepsIl), Path.GetDirectoryName(path)!))))
            .ToList();
        var told = reports.Where(report => report.Methods.Any()).ToList();
        return ReportModel.Merged(told.Count == 0 ? reports.Take(1).ToList() : told);
    }

    private static ReportModel Merged(IReadOnlyList<string> inputs, TextWriter notes)
    {
        var found = ReportSearch.In(inputs);
        foreach (var (older, newer) in found.Older)
        {
            notes.WriteLine($"Ignored: {older}. {newer} is a newer report of the same assembly.");
        }

        return ReportModel.Merged(found.Reports);
    }

    private static string NameOf(string input) => Path.GetFileNameWithoutExtension(Path.TrimEndingDirectorySeparator(Path.GetFullPath(input)));
}
