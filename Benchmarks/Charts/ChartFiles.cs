using System.Globalization;

namespace Benchmarks.Charts;

/// <summary>Draws all images from the report.</summary>
internal static class ChartFiles
{
    /// <returns>The text of each file, by file name. Charts without measured figures are left out.</returns>
    public static IReadOnlyDictionary<string, string> Draw(ResultsFile results)
    {
        var files = new SortedDictionary<string, string>(StringComparer.Ordinal);
        foreach (var theme in Theme.All)
        {
            files[$"before-after.{theme.Name}.svg"] = BeforeAfter.Draw(results, theme);
            foreach (var (name, chart) in Charts(results))
            {
                if (chart.Draw(theme) is { } image)
                {
                    files[$"{name}.{theme.Name}.svg"] = image;
                }
            }
        }

        return files;
    }

    private static IEnumerable<(string Name, BarChart Chart)> Charts(ResultsFile results)
    {
        var bytes = OfBuilds(
            "Bytes that a call allocates",
            "Nearly the same on every x64 machine. A method of the base library's pooling builder has to be marked as such.");
        var time = OfBuilds(
            "Nanoseconds that a call takes",
            "Of the best round, on the machine that Benchmarks/RESULTS.md names; compare the ratios.");
        foreach (var row in Highlight.All)
        {
            bytes.Add(row.Label, row.Bytes(results, Builds.NotWoven), row.Bytes(results, Builds.Peer), row.Bytes(results, Builds.Woven));
            time.Add(row.Label, row.Time(results, Builds.NotWoven), row.Time(results, Builds.Peer), row.Time(results, Builds.Woven));
        }

        var whenAnyBytes = OfWhenAny("Task.WhenAny: bytes of Perf_WhenAny", "The bytes of the sources that the benchmark makes count as well.");
        var whenAnyTime = OfWhenAny(
            "Task.WhenAny: time, against the base library's",
            $"Each on its own machine, as a ratio to the base library there. {PullRequest.Name} was closed unmerged.");
        foreach (var row in PullRequest.Rows)
        {
            whenAnyBytes.Add(
                row.Label,
                Find(row, ResultsFile.Bytes, Builds.NotWoven),
                new(row.Bytes, row.Bytes.ToString(CultureInfo.InvariantCulture)),
                Find(row, ResultsFile.Bytes, Builds.Woven));
            whenAnyTime.Add(
                row.Label,
                new(1, "1.00"),
                new(double.Parse(row.TimeRatio, CultureInfo.InvariantCulture), row.TimeRatio),
                Find(row, ResultsFile.Times, $"{Builds.Woven} : {Builds.NotWoven}"));
        }

        return [("bytes", bytes), ("time", time), ("when-any-bytes", whenAnyBytes), ("when-any-time", whenAnyTime)];

        Figure? Find(PullRequest row, string section, string column) => results.Find(section, "WhenAny", row.Work, column);
    }

    private static BarChart OfBuilds(string title, string remark) => new(title, remark,
        ("default builders", theme => theme.NotWoven), ("base library's pooling builder", theme => theme.Peer), (Builds.Woven, theme => theme.Woven));

    private static BarChart OfWhenAny(string title, string remark) => new(title, remark,
        ("base library", theme => theme.NotWoven), (PullRequest.Name, theme => theme.Peer), (Builds.Woven, theme => theme.Woven));
}
