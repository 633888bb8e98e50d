using System.Text.RegularExpressions;

namespace Tests.Weaving;

/// <summary>
/// Describes what a weave changed in an assembly: the new and changed members, with the removed and new lines of their code, and two unchanged lines before and
/// after.
/// </summary>
/// <remarks>
/// Types have their simple names. A list at the end gives their full names. An instruction has its offset only if a branch leads to the instruction.
/// </remarks>
internal static partial class ShapeText
{
    public static string Of(Woven woven)
    {
        var lines = new List<string>();
        foreach (var type in IlText.Types(woven.Result))
        {
            foreach (var ofType in MemberChange.Between(woven, type, static _ => true).GroupBy(change => change.Type))
            {
                lines.AddRange(["", ofType.Key]);
                ofType.ToList().ForEach(change => lines.AddRange(LinesOf(change)));
            }
        }

        var names = new SortedDictionary<string, SortedSet<string>>(StringComparer.Ordinal);
        var text = string.Join('\n', lines.Select(line => WithSimpleNames(line, names)));
        var legend = names.Where(name => name.Value.Any(full => full.Contains('.'))).Select(name => $"{name.Key}: {string.Join(", ", name.Value)}");
        return $"{text.TrimStart()}\n\n{string.Join('\n', legend)}\n";
    }

    private static IEnumerable<string> LinesOf(MemberChange change)
    {
        var targets = change.Lines.SelectMany(line => Label().Matches(line).Skip(1).Select(label => label.Value)).ToHashSet();
        return
        [
            .. change.Heading.Select(heading => $"  {heading}"),
            .. change.Builders.Length == 0 ? [] : (string[])[$"      {change.Builders}"],
            .. change.Lines.Select(line => $"  {(Label().Match(line) is { Success: true } label && !targets.Contains(label.Value) ? line.Replace($"{label.Value}: ", "") : line)}").Select(line => line.Replace("\t", "  ")),
        ];
    }

    private static string WithSimpleNames(string line, SortedDictionary<string, SortedSet<string>> names)
    {
        line = FullName().Replace(line, match =>
        {
            var (simple, full) = (match.Groups["name"].Value, $"{match.Groups["space"].Value}{match.Groups["name"].Value}");
            if (!names.TryGetValue(simple, out var all))
            {
                names.Add(simple, all = new SortedSet<string>(StringComparer.Ordinal));
            }

            all.Add($"{full} of {match.Groups["assembly"].Value}");
            return simple;
        });
        return Arity().Replace(Keyword().Replace(line, ""), "").TrimEnd();
    }

    [GeneratedRegex(@"\bIL_[0-9a-f]{4}\b")]
    private static partial Regex Label();

    [GeneratedRegex(@"\[(?<assembly>[A-Z][\w.]+)\](?<space>(\w+\.)*)(?<name>\w+)")]
    private static partial Regex FullName();

    [GeneratedRegex(@"(?<![.\w])(class|valuetype|hidebysig|cil managed|newslot) ?|(?<=call |callvirt |newobj |ldftn )instance ")]
    private static partial Regex Keyword();

    [GeneratedRegex(@"`\d+(?=[<'\s])")]
    private static partial Regex Arity();
}
