using System.Globalization;

namespace Benchmarks.Charts;

/// <summary>The figures of the committed report, by heading, row and column.</summary>
internal sealed class ResultsFile
{
    public const string Bytes = "Bytes allocated by an operation";
    public const string Times = "Time of an operation";

    private readonly Dictionary<(string Section, string Category, string Work, string Column), string> _cells = [];

    public static ResultsFile Parse(string markdown)
    {
        var file = new ResultsFile();
        var (section, category) = ("", "");
        string[]? header = null;
        foreach (var line in markdown.ReplaceLineEndings("\n").Split('\n'))
        {
            (section, category) = line switch
            {
                _ when line.StartsWith("## ", StringComparison.Ordinal) => (line[3..], ""),
                _ when line.StartsWith("### ", StringComparison.Ordinal) => (section, line[4..]),
                _ => (section, category),
            };
            if (!line.StartsWith('|'))
            {
                header = null;
                continue;
            }

            var cells = line.TrimEnd().Trim('|').Split('|', StringSplitOptions.TrimEntries);
            if (header is null)
            {
                header = cells;
                continue;
            }

            foreach (var (column, cell) in header.Zip(cells).Skip(1))
            {
                file._cells[(section, category, cells[0], column)] = cell;
            }
        }

        return file;
    }

    /// <returns>The figure; null if there is no such row or column, or if the figure was not measured.</returns>
    public Figure? Find(string section, string category, string work, string column) =>
        _cells.TryGetValue((section, category, work, column), out var text)
            && double.TryParse(text, NumberStyles.Float | NumberStyles.AllowThousands, CultureInfo.InvariantCulture, out var value)
            ? new Figure(value, text)
            : null;

    /// <returns>The cells of a row by column, without its first cell; empty if there is no such row.</returns>
    /// <remarks>The heading above the row begins with <paramref name="categoryStart"/>. The first such heading counts.</remarks>
    public IReadOnlyDictionary<string, string> Row(string section, string categoryStart, string work) => _cells
        .Where(cell => cell.Key.Section == section && cell.Key.Work == work && cell.Key.Category.StartsWith(categoryStart, StringComparison.Ordinal))
        .GroupBy(cell => cell.Key.Category)
        .Take(1)
        .SelectMany(category => category)
        .ToDictionary(cell => cell.Key.Column, cell => cell.Value);
}
