using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using PooledAwait.Inspect.Printing;

namespace PooledAwait.Inspect.Stacks.Page;

/// <summary>
/// Writes the calls of a process as one self-contained HTML file that looks like the report's page. The page contains text from the process only as data. The
/// page's content security policy allows only the page's own script.
/// </summary>
internal static class StacksPage
{
    // The serializer escapes angle brackets, so no name from the program can end the element that contains the data.
    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web) { MaxDepth = 4 * 1024 };

    public static string Of(StacksAnswer answer)
    {
        var style = Part("page.css") + Part("stacks.css");
        var script = Part("stacks.js");
        var title = WebUtility.HtmlEncode(answer.Process);

        // Fill the placeholders in their order, each time searching only the rest of the page. So text that was filled in is never searched.
        var page = new StringBuilder();
        var rest = Part("stacks.html");
        Fill("{{policy}}", $"default-src 'none'; style-src 'sha256-{Hash(style)}'; script-src 'sha256-{Hash(script)}'");
        Fill("{{title}}", title);
        Fill("{{style}}", style);
        Fill("{{heading}}", title);
        Fill("{{data}}", JsonSerializer.Serialize(answer, s_options));
        Fill("{{script}}", script);
        return page.Append(rest).ToString();

        void Fill(string place, string content)
        {
            var at = rest.IndexOf(place, StringComparison.Ordinal);
            page.Append(rest, 0, at).Append(content);
            rest = rest[(at + place.Length)..];
        }
    }

    private static string Hash(string text) => Convert.ToBase64String(SHA256.HashData(Encoding.UTF8.GetBytes(text)));

    // Normalizes line ends, because a browser turns every line end into a line feed before it hashes a script.
    private static string Part(string name)
    {
        using var reader = new StreamReader(typeof(StacksPage).Assembly.GetManifestResourceStream(typeof(StacksPage), name)!);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}
