using System.Text.RegularExpressions;
using System.Xml.Linq;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>What the weaver's full report says of each method.</summary>
internal sealed partial class Decisions
{
    private Decisions(string report)
    {
        var section = "";
        foreach (var line in report.Split('\n'))
        {
            if (Section().Match(line) is { Success: true } heading)
            {
                section = heading.Groups["reason"] is { Success: true } reason ? reason.Value : "changed";
            }
            else if (Entry().Match(line) is { Success: true } entry)
            {
                All.Add((entry.Groups["method"].Value, section));
            }
        }
    }

    /// <summary>Every method with its reason, or "changed", in the order of the report.</summary>
    public List<(string Method, string Reason)> All { get; } = [];

    /// <summary>Weaves and reads the report.</summary>
    public static (Woven Woven, Decisions Decisions) Of(WeavingRunner runner, CompiledAssembly input)
    {
        var config = new XElement(runner.Config);
        config.SetAttributeValue("Report", "Full");
        var report = "";
        var woven = new WeavingRunner
        {
            Config = config,
            Prepare = runner.Prepare,
            Inspect = directory => report = File.ReadAllText(Directory.GetFiles(directory, "*.PooledAwait.txt", SearchOption.AllDirectories).Single()),
        }.Weave(input);
        return (woven, new Decisions(report));
    }

    [GeneratedRegex(@"^(Changed, |Left alone, (?<reason>[\w-]+): )")]
    private static partial Regex Section();

    // Deeper lines tell details.
    [GeneratedRegex(@"^  (?! )(?<method>.+?)( in [^ ]+:\d+)?$")]
    private static partial Regex Entry();
}
