using Benchmarks.Reporting;

namespace Benchmarks.Charts;

/// <summary>Writes the table of figures in the README, between two HTML comments.</summary>
internal static class FiguresTable
{
    public const string Start = "<!-- figures: written by `dotnet run -c Release --project Benchmarks -- charts` -->";
    public const string End = "<!-- /figures -->";

    private static readonly string[] s_builds = [Builds.NotWoven, Builds.Peer, Builds.RuntimeAsync, Builds.Woven];

    /// <summary>Replaces the text between the comments by the table.</summary>
    /// <exception cref="InvalidDataException">The comments are missing.</exception>
    public static string PutInto(string page, ResultsFile results)
    {
        var start = page.IndexOf(Start, StringComparison.Ordinal);
        var end = page.IndexOf(End, StringComparison.Ordinal);
        return start >= 0 && end > start
            ? page[..(start + Start.Length)] + "\n" + Of(results) + page[end..]
            : throw new InvalidDataException($"The table's place is between '{Start}' and '{End}'.");
    }

    private static string Of(ResultsFile results)
    {
        var table = new MarkdownTable("a call", "default builders", "base library's pooling builder", Builds.RuntimeAsync, Builds.Woven);
        foreach (var call in AwaitedCall.All.Where(call => call.Cell(results, Builds.Woven) != Cells.None))
        {
            table.Add([$"`{call.Code}`, {call.Remark}", .. s_builds.Select(build => call.Cell(results, build))]);
        }

        foreach (var row in Highlight.All.Where(row => row.IsInReadme && row.Bytes(results, Builds.Woven) is not null))
        {
            table.Add([$"`{row.Code}`, {row.Remark}", .. s_builds.Select(Cell)]);

            string Cell(string build) => row.Bytes(results, build) is { } bytes
                ? $"{bytes.Text} B{(row.Time(results, build) is { } time ? $", {time.Text} ns" : "")}"
                : Cells.None;
        }

        using var output = new StringWriter { NewLine = "\n" };
        table.WriteTo(output);
        return output.ToString();
    }
}
