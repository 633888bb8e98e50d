namespace Benchmarks.Reporting;

/// <summary>A table with text in the first column, and figures in the others.</summary>
internal sealed class MarkdownTable(params IReadOnlyList<string> header)
{
    private readonly List<IReadOnlyList<string>> _rows = [];

    public IReadOnlyList<string> Header => header;

    public IReadOnlyList<IReadOnlyList<string>> Rows => _rows;

    public void Add(params IReadOnlyList<string> row) => _rows.Add(row);

    public void WriteTo(TextWriter output)
    {
        WriteRow(output, header);
        WriteRow(output, [.. header.Select((_, column) => column == 0 ? "---" : "---:")]);
        foreach (var row in _rows)
        {
            WriteRow(output, row);
        }
    }

    private static void WriteRow(TextWriter output, IEnumerable<string> cells) => output.WriteLine($"| {string.Join(" | ", cells)} |");
}
