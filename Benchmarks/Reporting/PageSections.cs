using System.CommandLine;
using Benchmarks.Footprint;

namespace Benchmarks.Reporting;

/// <summary>Writes the last sections of the report, from pages that other commands write.</summary>
internal static class PageSections
{
    private static readonly (string Page, string Heading, Func<string, string> Write)[] s_sections =
    [
        ("measured/call-times.md", "## Calls that await others", CallTimesSection.Of),
        ("measured/footprint.md", "## What pools keep", FootprintSection.Of),
    ];

    /// <param name="docs">The folder of the pages. If a page is missing, its section is left out.</param>
    public static string Of(string docs) => string.Concat(s_sections
        .Where(section => File.Exists(Path.Combine(docs, section.Page)))
        .Select(section => section.Write(File.ReadAllText(Path.Combine(docs, section.Page)))));

    /// <summary>In the text of a report, replaces the sections that come from pages.</summary>
    /// <param name="report">The text of the report.</param>
    /// <param name="docs">The folder of the pages.</param>
    public static string PutInto(string report, string docs)
    {
        var first = s_sections.Select(section => report.IndexOf($"\n{section.Heading}\n", StringComparison.Ordinal)).Where(index => index >= 0).DefaultIfEmpty(report.Length).Min();
        return report[..first] + Of(docs);
    }

    /// <param name="report">The file of the committed report.</param>
    public static Command CreateCommand(string report)
    {
        var command = new Command("sections", $"Makes the sections of {report} anew that come from pages of docs; measures nothing.");
        command.SetAction(_ =>
        {
            if (!File.Exists(report))
            {
                Console.Error.WriteLine($"There is no {report}; run this in the root of the repository.");
                return 1;
            }

            File.WriteAllText(report, PutInto(File.ReadAllText(report), "docs"));
            return 0;
        });
        return command;
    }
}
