using System.Globalization;
using PooledAwait.Inspect.Comparing;

namespace PooledAwait.Inspect.Printing;

/// <summary>Prints the figures of a comparison as two tables.</summary>
internal static class ComparisonText
{
    /// <summary>Writes the figures, unless a run failed.</summary>
    public static void Write(TextWriter output, ComparisonAnswer answer, IReadOnlyList<AssemblyAnswer> woven)
    {
        if (answer is not { NotWoven: { } notWoven, Woven: { } withWeaving })
        {
            return;
        }

        foreach (var assembly in woven.Where(assembly => assembly.Changed > 0))
        {
            output.WriteLine($"{assembly.Assembly}: {assembly.Summary}");
        }

        output.WriteLine();
        WriteFigures(output, notWoven.Median, withWeaving.Median);
        output.WriteLine();
        if (answer.Types.Count > 0)
        {
            WriteTypes(output, answer.Types);
            output.WriteLine();
        }

        output.WriteLine(notWoven.Rounds.Count == 1
            ? "Only one round of each: do not rely on the times."
            : $"Medians of {notWoven.Rounds.Count} rounds of each, which took {Spread(notWoven)} s not woven and {Spread(withWeaving)} s woven.");
    }

    /// <summary>Writes everything except the figures: failures, differences and warnings.</summary>
    public static void WriteOutcome(TextWriter error, ComparisonAnswer answer)
    {
        if (answer.Outcome is Outcome.Fails or Outcome.FailsWoven)
        {
            var which = answer.Outcome == Outcome.Fails ? "The program fails as it is, not woven" : "Only the woven program fails";
            error.WriteLine($"{which}: {(answer.ExitCode is { } code ? $"exit code {code}" : "it had to be killed")}.");
            foreach (var line in answer.LastErrors)
            {
                error.WriteLine($"  {line}");
            }
        }

        if (answer.Difference is { } difference)
        {
            var (without, with) = (difference.NotWoven ?? "(nothing)", difference.Woven ?? "(nothing)");
            error.WriteLine($"The woven program prints something different in line {difference.Line}.\n  not woven: {without}\n  woven:     {with}");
        }
        else if (answer.OutputVaries)
        {
            error.WriteLine("The program's output varies from run to run, woven or not; lines that vary were not compared.");
        }

        if (answer is { LostEvents: > 0, Woven: not null })
        {
            error.WriteLine($"{answer.LostEvents} events were lost: bytes and collections are too low.");
        }
    }

    private static void WriteFigures(TextWriter output, Figures without, Figures with)
    {
        List<string[]> rows =
        [
            ["", "not woven", "woven", "ratio"],
            Row("allocated, MB", figures => figures.AllocatedBytes / 1e6, "N1"),
            Row("gen-0 collections", figures => figures.Gen0Collections, "N0"),
            Row("gen-1 collections", figures => figures.Gen1Collections, "N0"),
            Row("gen-2 collections", figures => figures.Gen2Collections, "N0"),
            Row("GC pauses, ms", figures => figures.PauseMilliseconds, "N1"),
            Row("CPU time, ms", figures => figures.ProcessorMilliseconds, "N0"),
            Row("elapsed time, ms", figures => figures.ElapsedMilliseconds, "N0"),
        ];
        if (without.OperationsPerSecond != null)
        {
            rows.Add(Row("operations a second", figures => figures.OperationsPerSecond!.Value, "N0"));
        }

        if (without.BytesPerOperation != null)
        {
            rows.Add(Row("bytes for an operation", figures => figures.BytesPerOperation!.Value, "N0"));
        }

        WriteTable(output, rows);

        string[] Row(string name, Func<Figures, double> figure, string format)
        {
            var ratio = figure(without) > 0 ? Format(figure(with) / figure(without), "N2") : "-";
            return [name, Format(figure(without), format), Format(figure(with), format), ratio];
        }
    }

    private static void WriteTypes(TextWriter output, IReadOnlyList<AllocatedType> types)
    {
        var rows = types.Select(type => (string[])[Shortened(type.ShortName()), Format(type.NotWovenBytes / 1e6, "N1"), Format(type.WovenBytes / 1e6, "N1")]);
        WriteTable(output, [["allocated most, MB", "not woven", "woven"], .. rows]);
    }

    /// <summary>Returns the times of the shortest and the longest round.</summary>
    private static string Spread(FormAnswer form)
    {
        var seconds = form.Rounds.Select(round => round.ElapsedMilliseconds / 1e3).ToList();
        return string.Create(CultureInfo.InvariantCulture, $"{seconds.Min():N2} to {seconds.Max():N2}");
    }

    private static void WriteTable(TextWriter output, List<string[]> rows)
    {
        var widths = rows[0].Select((_, column) => rows.Max(row => row[column].Length)).ToList();
        for (var i = 0; i < rows.Count; i++)
        {
            var cells = rows[i].Select((cell, column) => column == 0 ? cell.PadRight(widths[0]) : cell.PadLeft(widths[column]));
            output.WriteLine($"| {string.Join(" | ", cells)} |");
            if (i == 0)
            {
                var lines = widths.Select((width, column) => column == 0 ? new string('-', width + 2) : new string('-', width + 1) + ":");
                output.WriteLine($"|{string.Join("|", lines)}|");
            }
        }
    }

    private static string Shortened(string name) => name.Length <= 90 ? name : $"{name[..87]}...";

    private static string Format(double value, string format) => value.ToString(format, CultureInfo.InvariantCulture);
}
