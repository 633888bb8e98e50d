using System.Globalization;
using System.Text.RegularExpressions;

namespace Benchmarks.Reporting;

/// <summary>Formats figures and names for a table.</summary>
internal static partial class Cells
{
    /// <summary>The text of a cell without content.</summary>
    public const string None = "-";

    public static string Bytes(double? bytes) => Format(bytes, "#,##0.#");

    public static string Nanoseconds(double? nanoseconds) => Format(nanoseconds, nanoseconds < 100 ? "0.0" : "#,##0");

    public static string Ratio(double? ratio) => Format(ratio, "0.00");

    /// <summary>Formats a goal. The ratio 0 means that there is no goal.</summary>
    public static string Goal(double ratio) => ratio == 0 ? None : Ratio(ratio);

    public static string Reached(bool reached) => reached ? "yes" : "**no**";

    /// <summary>Splits a method's name into words.</summary>
    public static string Words(string name) => WordStart().Replace(name, match => $" {match.Value}").ToLowerInvariant();

    private static string Format(double? value, string format) => value?.ToString(format, CultureInfo.InvariantCulture) ?? None;

    [GeneratedRegex("(?<!^)[A-Z]")]
    private static partial Regex WordStart();
}
