using System.Globalization;
using Benchmarks.Reporting;

namespace Benchmarks.Footprint;

/// <summary>Writes the footprint page as a section of the report, with goals beside the figures.</summary>
internal static class FootprintSection
{
    private const int NotWoven = 1;
    private const int Woven = 3;

    // The highest allowed figures, in bytes or as ratios to the figure without weaving.
    private static readonly Dictionary<string, (double Goal, bool IsRatio)> s_goals = new()
    {
        ["kept for each thread and method after one call, B"] = (200, false),
        ["the same after a minute in which nothing was called, B"] = (50, false),
        ["call that finds no box, `ValueTask<int>`, B"] = (1.5, true),
        ["the same, `Task<int>` with three longs, B"] = (1.5, true),
        ["the same, `async void`, B"] = (1.5, true),
        ["burst from empty pools, time, not woven = 1"] = (1.3, true),
        ["the same, of methods that were called once before"] = (1.3, true),
    };

    /// <param name="page">The page that <see cref="FootprintCommand"/> printed.</param>
    public static string Of(string page)
    {
        var lines = page.Split('\n');
        var rows = lines.Where(line => line.StartsWith('|')).Select(line => line[2..^2].Split(" | ")).ToList();
        var table = new MarkdownTable([.. rows[0], "goal", "reached"]);
        foreach (var row in rows.Skip(2))
        {
            table.Add([.. row, .. Goal(row)]);
        }

        using var output = new StringWriter(CultureInfo.InvariantCulture) { NewLine = "\n" };
        output.WriteLine();
        output.WriteLine("## What pools keep");
        output.WriteLine();
        output.WriteLine($"As [the page of it](../docs/measured/footprint.md) has it, which says how; {lines.First(line => line.StartsWith(".NET", StringComparison.Ordinal))}");
        output.WriteLine();
        table.WriteTo(output);
        return output.ToString();
    }

    private static string[] Goal(string[] row)
    {
        if (!s_goals.TryGetValue(row[0], out var goal))
        {
            return ["", ""];
        }

        var limit = goal.IsRatio ? goal.Goal * Number(row[NotWoven]) : goal.Goal;
        return [limit.ToString("0.##", CultureInfo.InvariantCulture), Cells.Reached(Number(row[Woven]) <= limit)];
    }

    private static double Number(string cell) => double.Parse(cell, NumberStyles.Number, CultureInfo.InvariantCulture);
}
