using System.Text.RegularExpressions;
using System.Xml.Linq;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.Report;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>
/// The weaver's decisions: what it changed, and what it left alone for a reason. They are read from the full report, or from the report object before the
/// weaver writes it.
/// </summary>
internal sealed partial class Decisions
{
    private Decisions(string report)
    {
        Report = report;
        Entries = [.. Read(report)];
    }

    public string Report { get; }

    /// <summary>The decisions, in the order of the report.</summary>
    public IReadOnlyList<Entry> Entries { get; }

    /// <summary>Every method with its reason, or "changed".</summary>
    public IReadOnlyList<(string Method, string Reason)> All => [.. Entries.Select(entry => (entry.Method, entry.Reason ?? "changed"))];

    /// <summary>Weaves an assembly, and reads the report.</summary>
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

    /// <summary>Returns the decisions of one rewrite, as "Method: reason" or "Method: changed".</summary>
    public static IReadOnlyList<string> Of(WeavingReport report, Rewrite rewrite) =>
    [
        .. from entry in report.Sorted()
           where entry.Decision.Rewrite == rewrite
           select $"{entry.Name}: {entry.Decision.Reason?.Id ?? "changed"}",
    ];

    // The report has headings. Below a heading, each decision has two or three lines. The first line is the method with its source line. The second line is the
    // change, or the rewrite that left the method alone. If there is a third line, it is the failed condition. Both lines are indented further.
    private static IEnumerable<Entry> Read(string report)
    {
        var lines = report.Split('\n');
        var (isEntries, reason) = (false, default(string));
        for (var i = 0; i < lines.Length; i++)
        {
            if (Section().Match(lines[i]) is { Success: true } heading)
            {
                (isEntries, reason) = (true, heading.Groups["reason"] is { Success: true, Value: var id } ? id : null);
            }
            else if (isEntries && IsBelow(i) && !IsBelow(i - 1))
            {
                yield return new Entry(lines[i - 1].Trim(), reason, lines[i].Trim(), IsBelow(i + 1) ? lines[i + 1].Trim() : null);
            }
        }

        bool IsBelow(int line) => line < lines.Length && lines[line].StartsWith("      ", StringComparison.Ordinal);
    }

    [GeneratedRegex(@"^(Changed, |Left alone, (?<reason>[\w-]+): )")]
    private static partial Regex Section();

    [GeneratedRegex(@" in [^ ]+:\d+$")]
    private static partial Regex SourceLine();

    /// <param name="Place">The method, and the source line if there is one.</param>
    /// <param name="Reason">The reason why the method was left alone; null if the method was changed.</param>
    /// <param name="Detail">The change. If the method was left alone: the rewrite that did so, and what this rewrite reports.</param>
    /// <param name="Condition">The failed condition of the reason, and its line; null if the reason has only one cause.</param>
    public sealed record Entry(string Place, string? Reason, string Detail, string? Condition)
    {
        public string Method => SourceLine().Replace(Place, "");
    }
}
