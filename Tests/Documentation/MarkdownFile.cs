using System.Text.RegularExpressions;

namespace Tests.Documentation;

/// <summary>A page of the documentation: its headings, links and code blocks.</summary>
internal sealed partial class MarkdownFile(string path)
{
    private readonly string[] _lines = File.ReadAllLines(Repository.PathOf(path));

    /// <summary>The README, the pages in .github and docs, and the readmes of packages, by their paths in the repository.</summary>
    public static IEnumerable<string> All =>
        Directory.EnumerateFiles(Repository.Root, "*.md")
            .Concat(Directory.EnumerateFiles(Repository.PathOf(".github"), "*.md", SearchOption.AllDirectories))
            .Concat(Directory.EnumerateFiles(Repository.PathOf("docs"), "*.md", SearchOption.AllDirectories))
            .Concat(Directory.EnumerateDirectories(Repository.Root, "PooledAwait.*")
                .Select(folder => Path.Combine(folder, "PACKAGE.md"))
                .Where(File.Exists))
            .Select(file => Path.GetRelativePath(Repository.Root, file).Replace('\\', '/'))
            .Order(StringComparer.Ordinal);

    /// <summary>Every line that is not in a code block.</summary>
    public IEnumerable<string> Prose
    {
        get
        {
            var inBlock = false;
            foreach (var line in _lines)
            {
                if (line.StartsWith("```", StringComparison.Ordinal))
                {
                    inBlock = !inBlock;
                }
                else if (!inBlock)
                {
                    yield return line;
                }
            }
        }
    }

    /// <summary>The anchors of this page: what may come after # in a link.</summary>
    public IReadOnlySet<string> Anchors
    {
        get
        {
            var anchors = new HashSet<string>();
            foreach (var heading in Prose.Where(line => line.StartsWith('#')))
            {
                // Makes anchors as GitHub does: letters, digits, hyphens and underscores stay, blanks become hyphens, and a repeated anchor gets a number.
                var text = Link().Replace(heading.TrimStart('#').Trim(), "$1").ToLowerInvariant();
                var anchor = string.Concat(text.Where(c => char.IsLetterOrDigit(c) || c is ' ' or '-' or '_')).Replace(' ', '-');
                for (var number = 0; !anchors.Add(number == 0 ? anchor : $"{anchor}-{number}"); number++)
                {
                }
            }

            return anchors;
        }
    }

    /// <summary>The targets of links and images.</summary>
    public IEnumerable<string> Links => Prose.SelectMany(line =>
        Link().Matches(Code().Replace(line, "")).Select(match => match.Groups[2].Value)
            .Concat(Attribute().Matches(line).Select(match => match.Groups[1].Value))
            .Concat(Reference().Matches(line).Select(match => match.Groups[1].Value)));

    /// <summary>The repository's files and folders that the prose names.</summary>
    public IEnumerable<string> Paths => Prose.SelectMany(line => Code().Matches(line).Select(match => match.Groups[1].Value))
        .Where(code => !code.Contains(' ', StringComparison.Ordinal) && code.Split('/') is [{ Length: > 0 } folder, _, ..] && Directory.Exists(Repository.PathOf(folder)));

    public IEnumerable<CodeBlock> Blocks
    {
        get
        {
            for (var i = 0; i < _lines.Length; i++)
            {
                if (!_lines[i].StartsWith("```", StringComparison.Ordinal))
                {
                    continue;
                }

                var end = Array.IndexOf(_lines, "```", i + 1);
                var above = i > 0 ? Comment().Match(_lines[i - 1]) : Match.Empty;
                yield return new CodeBlock(path, i + 1, _lines[i][3..].Trim(), string.Join('\n', _lines[(i + 1)..end]))
                {
                    Given = above.Groups[1].Value == "given" ? above.Groups[2].Value : "",
                    From = above.Groups[1].Value == "from" ? above.Groups[2].Value : null,
                };
                i = end;
            }
        }
    }

    /// <summary>The commands in prose and in shell blocks, without their comments.</summary>
    public IEnumerable<string> Commands =>
        Prose.SelectMany(line => Code().Matches(line).Select(match => match.Groups[1].Value))
            .Concat(Blocks.Where(block => block.Language is "sh" or "").SelectMany(block => block.Text.Split('\n')))
            .Select(line => ShellComment().Replace(line, "").Trim())
            .Where(line => line.StartsWith("dotnet ", StringComparison.Ordinal) || line.StartsWith("pooledawait ", StringComparison.Ordinal));

    [GeneratedRegex(@"\[([^\[\]]*)\]\(([^()\s]*)\)")]
    private static partial Regex Link();

    [GeneratedRegex("(?:src|srcset|href)=\"([^\"]*)\"")]
    private static partial Regex Attribute();

    [GeneratedRegex(@"^\[[^\]]+\]: (\S+)$")]
    private static partial Regex Reference();

    [GeneratedRegex("`([^`]+)`")]
    private static partial Regex Code();

    [GeneratedRegex(@"^<!-- (given|from): (.*) -->$")]
    private static partial Regex Comment();

    [GeneratedRegex(@"\s+#.*$")]
    private static partial Regex ShellComment();
}
