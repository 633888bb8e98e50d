using System.Text.RegularExpressions;
using System.Xml.Linq;
using PooledAwait.Fody.Reasons;
using PooledAwait.Fody.Reporting;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>What the weaver decided, as its full report tells it, or as it is before that.</summary>
internal sealed partial class Decisions
{
    private Decisions(string report)
    {
        Report = report;
        Entries = [.. Read(report)];
    }

    public string Report { get; }

    /// <summary>In the order of the report.</summary>
    public IReadOnlyList<Entry> Entries { get; }

    /// <summary>Every method with its reason, or "changed".</summary>
    public IReadOnlyList<(string Method, string Reason)> All => [.. Entries.Select(entry => (entry.Method, entry.Reason ?? "changed"))];

    /// <summary>Weaves and reads the report.</summary>
    public static (Woven Woven, Decisions Decisions) Of(WeavingRunner runner, CompiledAssembly input)
    {
        var config = new XElement(runner.Config);
        config.SetAttributeValue("Report", "Full");
        var report = "";
        var reporting = runner with
        {
            Config = config,
            Inspect = folder => report = File.ReadAllText(Directory.EnumerateFiles(folder, "*.PooledAwait.txt", SearchOption.AllDirectories).Single()),
        };
        return (reporting.Weave(input), new Decisions(report.ReplaceLineEndings("\n")));
    }

    /// <summary>Those of one rewrite, as "Method: reason" or "Method: changed".</summary>
    public static IReadOnlyList<string> Of(WeavingReport report, Rewrite rewrite) =>
    [
        .. from entry in report.Sorted()
           where entry.Decision.Rewrite == rewrite
           select $"{entry.Name}: {entry.Decision.Reason?.Id ?? "changed"}",
    ];

    // A heading, and below it two lines or three for each decision: the method with its place, and deeper what was done or by which rewrite it was left alone, and the condition that failed.
    private static IEnumerable<Entry> Read(string report)
    {
        var (isEntries, reason, place, isTold) = (false, default(string), "", true);
        foreach (var line in report.Split('\n'))
        {
            if (Section().Match(line) is { Success: true } heading)
            {
                (isEntries, reason) = (true, heading.Groups["reason"] is { Success: true, Value: var id } ? id : null);
            }
            else if (isEntries && line.StartsWith("      ", StringComparison.Ordinal))
            {
                if (!isTold)
                {
                    yield return new Entry(place, reason, line.Trim());
                }

                isTold = true;
            }
            else if (isEntries && line.StartsWith("  ", StringComparison.Ordinal))
            {
                (place, isTold) = (line.Trim(), false);
            }
        }
    }

    [GeneratedRegex(@"^(Changed, |Left alone, (?<reason>[\w-]+): )")]
    private static partial Regex Section();

    [GeneratedRegex(@" in [^ ]+:\d+$")]
    private static partial Regex SourceLine();

    /// <param name="Place">The method, and the line in its source where there is one.</param>
    /// <param name="Reason">Null where it is changed.</param>
    /// <param name="Detail">What was done, or the rewrite that was not and what it told.</param>
    public sealed record Entry(string Place, string? Reason, string Detail)
    {
        public string Method => SourceLine().Replace(Place, "");
    }
}
