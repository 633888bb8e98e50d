using System.Globalization;
using Spectre.Console;

namespace PooledAwait.Inspect.Printing;

/// <summary>What pools did in an interval, as a table.</summary>
internal static class PoolTable
{
    public static Table Of(PoolAnswer answer, int methods)
    {
        var hasBytes = answer.All.BytesSaved != null;
        var table = new Table().MarkdownBorder();
        table.AddColumn("method");
        foreach (var column in (IEnumerable<string>)["boxes rented/s", "created/s", "kept", .. hasBytes ? ["saved/s, KB"] : Array.Empty<string>()])
        {
            table.AddColumn(new TableColumn(column).RightAligned().NoWrap());
        }

        table.AddRow(Row("all", answer.All, hasBytes));
        foreach (var method in answer.Methods.Take(methods))
        {
            table.AddRow(Row(Markup.Escape(method.Method!), method, hasBytes));
        }

        return table;
    }

    /// <summary>What the table does not show.</summary>
    public static string? Note(PoolAnswer answer, int methods) =>
        !answer.IsComplete ? "There are more methods than the process tells of."
        : answer.Methods.Count > methods ? string.Create(CultureInfo.InvariantCulture, $"and {answer.Methods.Count - methods:N0} methods more")
        : null;

    /// <summary>Which ways are in use, and why where one is a fallback.</summary>
    public static string? Ways(PoolAnswer answer) =>
        answer.Ways.Count == 0 ? null
        : string.Join("; ", answer.Ways.Select(way => $"{way.Way}: {way.Used}" + (way.Reason is { } reason ? $" (fallback: {reason})" : "")));

    private static string[] Row(string name, PoolRates rates, bool hasBytes) =>
    [
        name,
        Format(rates.Rented),
        Format(rates.Created),
        Format(rates.Kept),
        .. hasBytes ? [rates.BytesSaved is { } bytes ? Format(bytes / 1e3) : "?"] : Array.Empty<string>(),
    ];

    private static string Format(double value) => value.ToString("N0", CultureInfo.InvariantCulture);
}
