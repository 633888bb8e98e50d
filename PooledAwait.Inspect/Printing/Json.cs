using System.Text.Encodings.Web;
using System.Text.Json;

namespace PooledAwait.Inspect.Printing;

/// <summary>
/// Writes answers as JSON, for programs that read the tool's output. The output has one of three forms: an array of objects, a single object, or one object on
/// each line. Names are in camel case. Missing values are null, or absent if the property has a <c>JsonIgnore</c> attribute.
/// </summary>
internal static class Json
{
    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web)
    {
        WriteIndented = true,
        NewLine = "\n",

        // The JSON is nested as deeply as calls wait for each other.
        MaxDepth = 4 * 1024,

        // Names keep their angle brackets, because the JSON is not put into HTML.
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
    };

    private static readonly JsonSerializerOptions s_line = new(s_options) { WriteIndented = false };

    public static void Write<T>(TextWriter output, IReadOnlyList<T> answers) => output.WriteLine(JsonSerializer.Serialize(answers, s_options));

    public static void WriteObject<T>(TextWriter output, T answer) => output.WriteLine(JsonSerializer.Serialize(answer, s_options));

    /// <summary>Writes an object on one line. The output has one such line for each object.</summary>
    public static void WriteLine<T>(TextWriter output, T answer) => output.WriteLine(JsonSerializer.Serialize(answer, s_line));
}
