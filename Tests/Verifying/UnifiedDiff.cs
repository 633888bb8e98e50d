using System.Text;
using DiffPlex;
using DiffPlex.DiffBuilder;
using DiffPlex.DiffBuilder.Model;

namespace Tests.Verifying;

/// <summary>The difference of two texts as version control shows it: changed lines, three unchanged ones around them.</summary>
internal static class UnifiedDiff
{
    private const int Context = 3;

    public static string Between(string verified, string received)
    {
        var lines = new InlineDiffBuilder(new Differ()).BuildDiffModel(verified, received, ignoreWhitespace: false).Lines;
        var near = new bool[lines.Count];
        for (var i = 0; i < lines.Count; i++)
        {
            if (lines[i].Type != ChangeType.Unchanged)
            {
                Array.Fill(near, true, Math.Max(0, i - Context), Math.Min(lines.Count, i + Context + 1) - Math.Max(0, i - Context));
            }
        }

        var text = new StringBuilder("--- verified\n+++ received\n");
        var (oldLine, newLine) = (1, 1);
        for (var i = 0; i < lines.Count; i++)
        {
            if (near[i] && (i == 0 || !near[i - 1]))
            {
                text.Append($"@@ -{oldLine} +{newLine} @@\n");
            }

            var sign = lines[i].Type switch { ChangeType.Deleted => '-', ChangeType.Inserted => '+', _ => ' ' };
            if (near[i])
            {
                text.Append(sign).Append(lines[i].Text).Append('\n');
            }

            oldLine += sign == '+' ? 0 : 1;
            newLine += sign == '-' ? 0 : 1;
        }

        return text.ToString().TrimEnd('\n');
    }
}
