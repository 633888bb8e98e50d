using System.Globalization;
using PooledAwait.Inspect.Watching;
using Spectre.Console;

namespace PooledAwait.Inspect.Printing;

/// <summary>Prints the activity of pools in an interval as a table.</summary>
internal static class PoolTable
{
    public static Table Of(PoolAnswer answer, int methods)
    {
        var hasBytes = answer.All.BytesSaved != null;
        var table = new Table().MarkdownBorder();
        table.AddColumn("method");
        foreach (var column in (IEnumerable<string>)["boxes rented/s", "created/s", "kept", "idle", "on threads", .. hasBytes ? ["saved/s, KB"] : Array.Empty<string>()])
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

    /// <summary>Returns a note on what the table does not show; null if it shows everything.</summary>
    public static string? Note(PoolAnswer answer, int methods) =>
        !answer.IsComplete ? "The process reports only some of its methods."
        : answer.Methods.Count > methods ? string.Create(CultureInfo.InvariantCulture, $"and {answer.Methods.Count - methods:N0} more methods")
        : null;

    /// <summary>Returns one line for each switch that an operator has set, then one line with all other ways in use and the reason for each fallback.</summary>
    public static IEnumerable<string> Ways(PoolAnswer answer)
    {
        var switched = answer.Ways.ToLookup(way => Switched(way));
        foreach (var line in switched.Select(ways => ways.Key).OfType<string>())
        {
            yield return line;
        }

        var ways = switched[null].Select(way => $"{way.Way}: {way.Used}" + (way.Reason is { } reason ? $" (fallback: {reason})" : "")).ToList();
        if (ways.Count > 0)
        {
            yield return string.Join("; ", ways);
        }
    }

    private static string? Switched(WayInUse way) => way switch
    {
        { Way: "pools", Reason: not null } => "Pooling is off: each call that suspends creates a box, and no box is reused.",
        { Way: "checks" } => "Checks are on: every box is checked when it is taken, returned and resumed, so calls are slower.",
        _ => null,
    };

    private static string[] Row(string name, PoolRates rates, bool hasBytes) =>
    [
        name,
        Format(rates.Rented),
        Format(rates.Created),
        Format(rates.Kept),
        Format(rates.Idle),
        Format(rates.IdleOnThreads),
        .. hasBytes ? [rates.BytesSaved is { } bytes ? Format(bytes / 1e3) : "?"] : Array.Empty<string>(),
    ];

    private static string Format(double value) => value.ToString("N0", CultureInfo.InvariantCulture);
}
