using System.Globalization;

namespace Benchmarks.Reporting;

/// <summary>Writes the page of call times as a section of the report, with goals beside the figures. The measured calls await other calls.</summary>
internal static class CallTimesSection
{
    private const string Woven = "woven : not woven";

    // The goals, as ratios to the time without weaving.
    private static readonly Dictionary<string, double> s_goals = new()
    {
        ["one awaited call that suspends"] = 0.75,
        ["a chain of ten, of one method"] = 0.60,
        ["the same under a SynchronizationContext"] = 0.52,
        ["a chain of fifty"] = 0.55,
        ["a chain of ten methods"] = 0.60,
        ["five awaits in a loop"] = 0.80,
        ["ten that complete at once"] = 0.50,
        ["one through an interface"] = 0.80,
        ["one virtual call"] = 0.80,
        ["one in a `try`"] = 0.80,
        ["one that is forwarded"] = 0.80,
        ["one `ValueTask<int>` in flight"] = 0.75,
    };

    /// <param name="page">The output of the tests' command <c>call-times --page</c>.</param>
    public static string Of(string page)
    {
        using var output = new StringWriter(CultureInfo.InvariantCulture) { NewLine = "\n" };
        output.WriteLine();
        output.WriteLine("## Calls that await others");
        output.WriteLine();
        output.WriteLine("From [this page](../docs/measured/call-times.md), which says how they were measured.");
        MarkdownTable? table = null;
        string[] header = [];
        foreach (var line in page.ReplaceLineEndings("\n").Split('\n'))
        {
            if (line.StartsWith(".NET ", StringComparison.Ordinal))
            {
                Finish();
                output.WriteLine();
                output.WriteLine($"### {line}");
                output.WriteLine();
                header = [];
            }
            else if (line.StartsWith("| ", StringComparison.Ordinal))
            {
                string[] cells = [.. line.Trim('|').Split('|').Select(cell => cell.Trim())];
                if (header.Length == 0)
                {
                    header = cells;
                    table = new MarkdownTable([.. cells, "goal", "reached"]);
                }
                else
                {
                    table!.Add([.. cells, .. Goal(cells[0], cells[Array.IndexOf(header, Woven)])]);
                }
            }
        }

        Finish();
        return output.ToString();

        void Finish()
        {
            table?.WriteTo(output);
            table = null;
        }
    }

    private static string[] Goal(string work, string ratio) => s_goals.TryGetValue(work, out var goal)
        ? [goal.ToString("F2", CultureInfo.InvariantCulture), Cells.Reached(double.Parse(ratio, CultureInfo.InvariantCulture) <= goal)]
        : ["", ""];
}
