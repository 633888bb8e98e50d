using System.Text.Encodings.Web;
using System.Text.Json;

namespace PooledAwait.Inspect.Printing;

/// <summary>
/// Answers for other programs: an array with an object for each assembly or method, or one object; names are in camel case, and what there is not is
/// null.
/// </summary>
internal static class Json
{
    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        NewLine = "\n",

        // Calls may be far inside each other.
        MaxDepth = 4 * 1024,

        // It is read by programs, not put into pages: names keep their angle brackets.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    private static readonly JsonSerializerOptions s_line = new(s_options) { WriteIndented = false };

    public static void Write<T>(TextWriter output, IReadOnlyList<T> answers) => output.WriteLine(JsonSerializer.Serialize(answers, s_options));

    public static void WriteObject<T>(TextWriter output, T answer) => output.WriteLine(JsonSerializer.Serialize(answer, s_options));

    /// <summary>The object on one line, as one of many.</summary>
    public static void WriteLine<T>(TextWriter output, T answer) => output.WriteLine(JsonSerializer.Serialize(answer, s_line));
}
