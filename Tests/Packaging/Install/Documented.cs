using NUnit.Framework;
using Tests.Documentation;

namespace Tests.Packaging.Install;

/// <summary>The XML that the documentation tells users to write. Tests use it exactly as it is there.</summary>
internal static class Documented
{
    /// <summary>The XML block that contains a text, from the README or the page on installing.</summary>
    public static string Block(string text) => ((string[])["README.md", "docs/installing.md"]).SelectMany(page => new MarkdownFile(page).Blocks)
        .Single(block => block.Language == "xml" && block.Text.Contains(text, StringComparison.Ordinal)).Text;

    /// <summary>A line that a page shows.</summary>
    public static string Line(string page, string line)
    {
        Assert.That(File.ReadAllText(Repository.PathOf(page)), Does.Contain(line), page);
        return line;
    }

    /// <summary>A file with these properties that MSBuild imports.</summary>
    public static string Properties(params string[] lines) => $"<Project><PropertyGroup>{string.Concat(lines)}</PropertyGroup></Project>";

    /// <summary>A file with these items that MSBuild imports.</summary>
    public static string Items(params string[] lines) => $"<Project><ItemGroup>{string.Concat(lines)}</ItemGroup></Project>";
}
