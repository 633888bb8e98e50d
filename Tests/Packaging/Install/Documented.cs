using Tests.Documentation;

namespace Tests.Packaging.Install;

/// <summary>The XML that the documentation tells users to write. Tests use it exactly as it is in the documentation.</summary>
internal static class Documented
{
    /// <summary>Returns the XML block that contains a text, from the README or from the page on installing.</summary>
    public static string Block(string text) => ((string[])["README.md", "docs/installing.md"]).SelectMany(page => new MarkdownFile(page).Blocks)
        .Single(block => block.Language == "xml" && block.Text.Contains(text, StringComparison.Ordinal)).Text;

    /// <summary>Returns the line, and asserts that the page contains it.</summary>
    public static string Line(string page, string line)
    {
        Assert.That(File.ReadAllText(Repository.PathOf(page)), Does.Contain(line), page);
        return line;
    }

    /// <summary>Returns the text of a file with these properties, for MSBuild to import.</summary>
    public static string Properties(params string[] lines) => $"<Project><PropertyGroup>{string.Concat(lines)}</PropertyGroup></Project>";

    /// <summary>Returns the text of a file with these items, for MSBuild to import.</summary>
    public static string Items(params string[] lines) => $"<Project><ItemGroup>{string.Concat(lines)}</ItemGroup></Project>";
}
