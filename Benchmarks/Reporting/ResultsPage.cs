using System.Globalization;
using Benchmarks.Throughput;

namespace Benchmarks.Reporting;

/// <summary>Writes the report as Markdown, with goals beside the measured figures. Figures that do not depend on the machine come first.</summary>
internal static class ResultsPage
{
    public static string Write(Measurements measurements, WorkloadResult? throughput, IEnumerable<Circumstances> circumstances)
    {
        var output = new StringWriter(CultureInfo.InvariantCulture) { NewLine = "\n" };
        output.WriteLine("# Benchmark results");
        output.WriteLine();
        output.WriteLine("Written by `dotnet run -c Release --project Benchmarks`, never by hand.");
        output.WriteLine();
        foreach (var run in circumstances.OrderBy(run => run.Day).ThenBy(run => run.Rounds))
        {
            output.WriteLine($"- {run}");
        }

        var categories = Catalog.Categories
            .Select(category => (category.Name, Cases: category.Cases.Where(@case => measurements.Of(@case, GoalAttribute.Woven) is not null).ToList()))
            .Where(category => category.Cases.Count > 0)
            .ToList();
        Section(output, categories, "Bytes allocated by an operation", "They are the same on every x64 machine, except where calls yield to another thread: there they vary by up to a tenth, because some calls end before they are awaited.", BytesTable.Of, measurements);
        Section(output, categories, "Time of an operation",
            "Nanoseconds belong to the machine; compare the ratios. " +
            "A time is that of the best round, for whatever else goes on in the machine only slows a round.",
            TimeTable.Of, measurements);
        if (throughput is not null)
        {
            output.WriteLine();
            WorkloadTable.Write(output, throughput);
        }

        return output.ToString();
    }

    private static void Section(
        StringWriter output, List<(string Name, List<Case> Cases)> categories, string heading, string remark,
        Func<IReadOnlyList<Case>, Measurements, MarkdownTable> table, Measurements measurements)
    {
        if (categories.Count == 0)
        {
            return;
        }

        output.WriteLine();
        output.WriteLine($"## {heading}");
        output.WriteLine();
        output.WriteLine(remark);
        foreach (var (name, cases) in categories)
        {
            output.WriteLine();
            output.WriteLine($"### {name}");
            output.WriteLine();
            table(cases, measurements).WriteTo(output);
        }
    }
}
