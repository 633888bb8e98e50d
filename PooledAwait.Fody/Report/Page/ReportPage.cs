using System.Net;
using System.Security.Cryptography;
using System.Text;

namespace PooledAwait.Fody.Report;

/// <summary>
/// Writes the report as a single, self-contained HTML file. In this file, text from the assembly is never markup or code. The page's content security policy
/// allows only the page's own script.
/// </summary>
internal static class ReportPage
{
    private const int MethodsInOne = 50;

    /// <summary>The page has one style and one script. Each is made of several files, one for each subject.</summary>
    private static readonly string[] s_styles = ["page", "questions", "dialog", "small"];
    private static readonly string[] s_scripts = ["data", "address", "questions", "table", "method", "il", "start"];

    public static string Of(ReportModel report)
    {
        var style = string.Concat(s_styles.Select(name => Part(name + ".css")));
        var script = string.Concat(s_scripts.Select(name => Part(name + ".js")));
        var methods = report.Methods.ToArray();
        var data = new JsonText(indented: false);
        data.Object(() =>
        {
            data.Name("report");
            ReportJson.Write(report, data);
            data.Member("methodsInOne", MethodsInOne);
            data.Name("il");
            data.Array(methods.Any(method => method.Il != null) ? ComparedIl.Packed(methods, MethodsInOne) : [], data.Value);
        });

        var subject = report.Assemblies.Count == 1 ? IlToken.Name(report.Assemblies[0].Name) : $"{report.Assemblies.Count} assemblies";

        // Placeholders are filled in order. Each placeholder is searched for only in the text after the previous placeholder, so text that was filled in is
        // never searched.
        var page = new StringBuilder();
        var rest = Part("page.html");
        Fill("{{policy}}", $"default-src 'none'; style-src 'sha256-{Hash(style)}'; script-src 'sha256-{Hash(script)}'");
        Fill("{{title}}", WebUtility.HtmlEncode(subject));
        Fill("{{style}}", style);
        Fill("{{heading}}", WebUtility.HtmlEncode(subject));
        Fill("{{data}}", data.ToString());
        Fill("{{script}}", script);
        return page.Append(rest).ToString();

        void Fill(string place, string content)
        {
            var at = rest.IndexOf(place, StringComparison.Ordinal);
            page.Append(rest, 0, at).Append(content);
            rest = rest.Substring(at + place.Length);
        }
    }

    private static string Hash(string text)
    {
        using var algorithm = SHA256.Create();
        return Convert.ToBase64String(algorithm.ComputeHash(Encoding.UTF8.GetBytes(text)));
    }

    // A browser turns every line end into a line feed before it hashes a script, so this method does the same.
    private static string Part(string name)
    {
        using var reader = new StreamReader(typeof(ReportPage).Assembly.GetManifestResourceStream(typeof(ReportPage), name)!);
        return reader.ReadToEnd().Replace("\r\n", "\n");
    }
}
