using System.Text.RegularExpressions;
using DiffPlex.DiffBuilder;
using DiffPlex.DiffBuilder.Model;

namespace Tests.Weaving;

/// <summary>The difference of one member between two assemblies.</summary>
internal sealed partial class MemberChange
{
    private const int Context = 2;

    /// <param name="was">The member before; null if it is new.</param>
    /// <param name="now">The member after; null if it is gone.</param>
    private MemberChange(IlText.Member? was, IlText.Member? now)
    {
        (Type, Key, _) = now ?? was!;

        // If one builder replaces another, many lines differ only in the builder's name. So Builders describes this change once, and Lines contains the other
        // differences.
        if (Single(DefaultBuilder(), was) is { } old && Single(PooledBuilder(), now) is { } pooled)
        {
            Builders = $"{old.Split('.')[^1]} becomes {pooled.Split('.')[^1]}";
            if (Start().IsMatch(was!.Text) && KeptStart().Match(now!.Text) is { Success: true } kept)
            {
                Builders += ", and one of its own starts the machine";
                was = was with { Text = Start().Replace(was.Text, "") };
                now = now with { Text = KeptStart().Replace(now.Text, "").Replace(kept.Groups["local"].Value, "") };
            }

            was = was with { Text = was.Text.Replace(old, pooled) };
        }

        var (before, after) = (Signature(was), Signature(now));
        Heading = before == after ? [$"  {after}"] : [.. Line("- ", before), .. Line("+ ", after)];
        var changes = now == null ? [] : Changes(Body(was), Body(now));
        Lines = [.. Shown(changes)];

        static IEnumerable<string> Line(string sign, string signature) => signature.Length == 0 ? [] : [sign + signature];
    }

    /// <summary>The full name of the declaring type.</summary>
    public string Type { get; }

    /// <summary>Identifies the member within its type.</summary>
    public string Key { get; }

    /// <summary>
    /// The member's signature. If it has changed, there are two lines, the old and the new signature. A new or removed member has only one of them.
    /// </summary>
    public IReadOnlyList<string> Heading { get; }

    /// <summary>Says which builder replaces which other builder in the whole member; empty if no builder is replaced.</summary>
    public string Builders { get; } = "";

    /// <summary>The changes other than builders: removed and new lines, with the lines around them.</summary>
    public IReadOnlyList<string> Lines { get; }

    /// <summary>Returns the members of a type and its nested types that a weave changed, added or removed.</summary>
    public static IReadOnlyList<MemberChange> Between(Woven woven, string type, Func<IlText.Member, bool> include)
    {
        var old = (IlText.Types(woven.Input).Contains(type) ? IlText.Members(woven.Input, type) : []).Where(include).ToDictionary(NameOf);
        var now = IlText.Members(woven.Result, type).Where(include).ToList();
        var gone = old.Keys.Except(now.Select(NameOf)).Select(name => old[name]).ToList();
        var changes = new List<MemberChange>();
        foreach (var member in now)
        {
            var was = old.GetValueOrDefault(NameOf(member)) ?? Same(member);
            if (was?.Text != member.Text)
            {
                changes.Add(new MemberChange(was, member));
            }
        }

        return [.. changes, .. gone.Select(member => new MemberChange(member, null))];

        // A lambda that weaving gave another parameter still counts as the same lambda.
        IlText.Member? Same(IlText.Member member)
        {
            if (gone.FindAll(m => m.Type == member.Type && ShortName(m.Key) == ShortName(member.Key)) is not [var only])
            {
                return null;
            }

            gone.Remove(only);
            return only;
        }

        static (string Type, string Key) NameOf(IlText.Member member) => (member.Type, member.Key);
    }

    /// <summary>Returns the short name of a field, or of the method with this header.</summary>
    public static string ShortName(string key) => OneLine(key).Split(" (")[0].Split(' ')[^1];

    private static string? Single(Regex name, IlText.Member? member) =>
        name.Matches(member?.Text ?? "").Select(match => match.Value).Distinct().ToList() is [var only] ? only : null;

    private static bool IsField(IlText.Member member) => member.Text.StartsWith(".field", StringComparison.Ordinal);

    private static string Signature(IlText.Member? member) => member == null ? "" : OneLine(IsField(member) ? member.Text : member.Key);

    private static string OneLine(string text) => string.Join(' ', text.Split((char[])[' ', '\t', '\n'], StringSplitOptions.RemoveEmptyEntries));

    // Returns the lines between the braces.
    private static List<string> Body(IlText.Member? member)
    {
        if (member == null || IsField(member))
        {
            return [];
        }

        var lines = member.Text.Split('\n').Where(line => line.Length > 0).ToList();
        return [.. lines[(lines.IndexOf("{") + 1)..^1].Select(line => line[1..])];
    }

    // Ignores labels: an instruction has not changed if only its offset changed, or only the offset of its branch target.
    private static List<(char Sign, string Text)> Changes(List<string> before, List<string> after)
    {
        var (i, j) = (0, 0);
        var changes = new List<(char, string)>();
        foreach (var line in InlineDiffBuilder.Diff(Unlabelled(before), Unlabelled(after), ignoreWhiteSpace: false).Lines)
        {
            switch (line.Type)
            {
                case ChangeType.Deleted:
                    changes.Add(('-', before[i++]));
                    break;
                case ChangeType.Inserted:
                    changes.Add(('+', after[j++]));
                    break;
                case ChangeType.Unchanged:
                    i++;
                    changes.Add((' ', after[j++]));
                    break;
            }
        }

        return changes;

        static string Unlabelled(IEnumerable<string> lines) => Label().Replace(string.Join('\n', lines), "IL");
    }

    private static IEnumerable<string> Shown(List<(char Sign, string Text)> changes)
    {
        var last = -1;
        for (var i = 0; i < changes.Count; i++)
        {
            if (changes.Skip(i - Context).Take(i < Context ? i + Context + 1 : (2 * Context) + 1).Any(line => line.Sign != ' '))
            {
                if (last >= 0 && last < i - 1)
                {
                    yield return "    ...";
                }

                yield return $"  {changes[i].Sign} {changes[i].Text}";
                last = i;
            }
        }
    }

    [GeneratedRegex(@"\bIL_[0-9a-f]{4}\b")]
    private static partial Regex Label();

    /// <summary>Matches the kick-off method's call of <c>Start</c> on the builder in the state machine.</summary>
    [GeneratedRegex(@"(\t*IL_[0-9a-f]{4}: ld(loca?|arga?)[. ][^\n]*\n)\t*IL_[0-9a-f]{4}: ldflda [^\n]*'<>t__builder'\n\t*IL_[0-9a-f]{4}: ldloca[. ][^\n]*\n\t*IL_[0-9a-f]{4}: call [^\n]*::Start<[^\n]*\n")]
    private static partial Regex Start();

    /// <summary>Matches the kick-off method's call of <c>Start</c> on a builder that is the method's last local variable.</summary>
    [GeneratedRegex(@"(?<=(?<local>,\n\t*\[(?<number>\d+)\] valuetype [^\n]*MethodBuilder[^\n]*)\n\t*\)\n[\s\S]*)\t*IL_[0-9a-f]{4}: ldloca[. ][^\n]*\n\t*IL_[0-9a-f]{4}: nop\n\t*IL_[0-9a-f]{4}: ldloca[. ][^\n]*\n(\t*IL_[0-9a-f]{4}: call [^\n]*StartedMachine[^\n]*::Of<[^\n]*\n)?\t*IL_[0-9a-f]{4}: call [^\n]*::Start<[^\n]*\n")]
    private static partial Regex KeptStart();

    [GeneratedRegex(@"\[[\w.]+\]System\.Runtime\.CompilerServices\.Async\w+MethodBuilder\b")]
    private static partial Regex DefaultBuilder();

    [GeneratedRegex(@"\[PooledAwait\.Runtime\][\w.]+MethodBuilder\b")]
    private static partial Regex PooledBuilder();
}
