using System.Globalization;
using Benchmarks.Reporting;

namespace Benchmarks.Throughput;

/// <summary>Writes the figures of the builds, and the goals of the woven build.</summary>
internal static class WorkloadTable
{
    private const double MustAgainstNotWoven = 1.1;
    private const double MustAgainstPooling = 1.0;

    public static void Write(TextWriter output, WorkloadResult result)
    {
        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"## {result.Workers} workers on all cores"));
        output.WriteLine();
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"They call through the resilience pipeline for {result.Each.TotalSeconds:0} seconds in each build, " +
            $"which take {result.Rounds} turns; throughput is the median's."));
        output.WriteLine();
        Builds(result).WriteTo(output);
        output.WriteLine();
        Goals(result).WriteTo(output);
    }

    private static MarkdownTable Builds(WorkloadResult result)
    {
        var table = new MarkdownTable(
            "build", "calls/s", "bytes/call", "gen-0 collections", "gen-1 collections", "p50, µs", "p99, µs");
        foreach (var build in new[] { result.NotWoven, result.BaseLibraryPooling, result.Woven })
        {
            table.Add(
                build.Name,
                Statistics.Median(build.Throughputs).ToString("N0", CultureInfo.InvariantCulture),
                Cells.Bytes(build.BytesPerCall),
                build.Gen0Collections.ToString("N0", CultureInfo.InvariantCulture),
                build.Gen1Collections.ToString("N0", CultureInfo.InvariantCulture),
                build.Median.ToString("N1", CultureInfo.InvariantCulture),
                build.Percentile99.ToString("N1", CultureInfo.InvariantCulture));
        }

        return table;
    }

    private static MarkdownTable Goals(WorkloadResult result)
    {
        var table = new MarkdownTable("throughput, woven : other", "measured", "must", "reached");
        Add(table, result, result.NotWoven, MustAgainstNotWoven);
        Add(table, result, result.BaseLibraryPooling, MustAgainstPooling);
        return table;
    }

    private static void Add(MarkdownTable table, WorkloadResult result, WorkloadBuildResult other, double must)
    {
        var ratio = Statistics.Median(result.Woven.Throughputs.Zip(other.Throughputs, (woven, others) => woven / others));
        table.Add(other.Name, Cells.Ratio(ratio), Cells.Ratio(must), Cells.Reached(ratio >= must));
    }
}
