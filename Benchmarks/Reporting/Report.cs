using System.Globalization;
using System.Runtime.InteropServices;
using BenchmarkDotNet.Diagnosers;
using Benchmarks.Throughput;

namespace Benchmarks.Reporting;

/// <summary>The report: goals and measured figures side by side, as Markdown. What does not depend on the machine comes first.</summary>
internal static class Report
{
    public static string Write(Measurements measurements, WorkloadResult? throughput, int rounds)
    {
        var output = new StringWriter(CultureInfo.InvariantCulture) { NewLine = "\n" };
        output.WriteLine("# Benchmark results");
        output.WriteLine();
        output.WriteLine("Written by `dotnet run -c Release --project Benchmarks`, never by hand.");
        output.WriteLine();
        output.WriteLine(string.Create(CultureInfo.InvariantCulture,
            $"{RuntimeInformation.FrameworkDescription}, {RuntimeInformation.OSDescription.Trim()}, {RuntimeInformation.ProcessArchitecture}, {Environment.ProcessorCount} processors; BenchmarkDotNet {BenchmarkDotNet()}, the median of {rounds} rounds; {DateTime.UtcNow:yyyy-MM-dd}."));

        var rooms = Catalog.Rooms
            .Select(room => (room.Name, Cases: room.Cases.Where(@case => measurements.Of(@case, GoalAttribute.Woven) is not null).ToList()))
            .Where(room => room.Cases.Count > 0)
            .ToList();
        Section(output, rooms, "Bytes allocated by an operation", "They are the same on every x64 machine.", BytesTable.Of, measurements);
        Section(output, rooms, "Time of an operation",
            "Nanoseconds belong to the machine; the ratios are of runs side by side, round by round.", TimeTable.Of, measurements);
        if (throughput is not null)
        {
            output.WriteLine();
            WorkloadTable.Write(output, throughput);
        }

        return output.ToString();
    }

    private static void Section(
        StringWriter output, List<(string Name, List<Case> Cases)> rooms, string heading, string remark,
        Func<IReadOnlyList<Case>, Measurements, MarkdownTable> table, Measurements measurements)
    {
        if (rooms.Count == 0)
        {
            return;
        }

        output.WriteLine();
        output.WriteLine($"## {heading}");
        output.WriteLine();
        output.WriteLine(remark);
        foreach (var (name, cases) in rooms)
        {
            output.WriteLine();
            output.WriteLine($"### {name}");
            output.WriteLine();
            table(cases, measurements).WriteTo(output);
        }
    }

    private static string BenchmarkDotNet() => typeof(MemoryDiagnoser).Assembly.GetName().Version!.ToString(3);
}
