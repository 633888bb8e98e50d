using NUnit.Framework;
using Tests.Documentation;

namespace Tests.Packaging.Install;

/// <summary>What the documentation tells people to write, for tests to try as it stands there.</summary>
internal static class Documented
{
    /// <summary>The block of XML that has a text in it, as the README or the page on installing shows it.</summary>
    public static string Block(string text) => ((string[])["README.md", "docs/installing.md"]).SelectMany(page => new MarkdownFile(page).Blocks)
        .Single(block => block.Language == "xml" && block.Text.Contains(text, StringComparison.Ordinal)).Text;

    /// <summary>A line that a page shows.</summary>
    public static string Line(string page, string line)
    {
        Assert.That(File.ReadAllText(Repository.PathOf(page)), Does.Contain(line), page);
        return line;
    }

    /// <summary>Such a text as a file that MSBuild imports.</summary>
    public static string Properties(params string[] lines) => $"<Project><PropertyGroup>{string.Concat(lines)}</PropertyGroup></Project>";

    /// <summary>Such a text as a file that MSBuild imports.</summary>
    public static string Items(params string[] lines) => $"<Project><ItemGroup>{string.Concat(lines)}</ItemGroup></Project>";
}
