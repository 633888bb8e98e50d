using System.Net;
using System.Security.Cryptography;
using System.Text;
using System.Text.Json;
using PooledAwait.Inspect.Printing;

namespace PooledAwait.Inspect.Stacks.Page;

/// <summary>
/// The calls of a process as one HTML file that needs nothing else, in the look of the report's page. What comes from the process is in it as data alone, and the page's own policy lets no script
/// run but the page's.
/// </summary>
internal static class StacksPage
{
    // Angle brackets are escaped in it: what a program calls its methods cannot end the element that the data are in.
    private static readonly JsonSerializerOptions s_options = new(JsonSerializerDefaults.Web) { MaxDepth = 4 * 1024 };

    public static string Of(StacksAnswer answer)
    {
        var style = Part("page.css") + Part("stacks.css");
        var script = Part("stacks.js");
        var title = WebUtility.HtmlEncode(answer.Process);

        // One after the other, each in what is left of the page's own text: what is filled in is never searched.
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

    // A browser turns every line end into a line feed before it hashes a script.
    private static string Part(string name)
    {
        using var reader = new StreamReader(typeof(StacksPage).Assembly.GetManifestResourceStream(typeof(StacksPage), name)!);
        return reader.ReadToEnd().ReplaceLineEndings("\n");
    }
}
