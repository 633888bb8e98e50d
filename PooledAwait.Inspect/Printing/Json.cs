using System.Text.Encodings.Web;
using System.Text.Json;

namespace PooledAwait.Inspect.Printing;

/// <summary>
/// Answers for other programs: an array with an object for each assembly or method; names are in camel case, and what there is not is null.
/// </summary>
internal static class Json
{
    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        NewLine = "\n",

        // It is read by programs, not put into pages: names keep their angle brackets.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    public static void Write<T>(TextWriter output, IReadOnlyList<T> answers) => output.WriteLine(JsonSerializer.Serialize(answers, s_options));
}
