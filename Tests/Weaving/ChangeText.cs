using System.Text;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>
/// What the weaver changed in a type and those nested in it, for a person to read: of every member, the lines that are gone and new. A member or a type that
/// changes as one before it names that one, and of a second shape there is only what does not change as in the first. A digest at the end of each is of the
/// whole IL that it stands for, so that nothing changes unseen.
/// </summary>
internal sealed class ChangeText
{
    private readonly StringBuilder _text = new();
    private readonly Dictionary<string, string> _types = [];
    private readonly Dictionary<string, string> _members = [];

    private ChangeText()
    {
    }

    /// <param name="shapes">The same in several shapes.</param>
    public static string Of(IEnumerable<Woven> shapes, string type, Func<IlText.Member, bool> include)
    {
        var text = new ChangeText();
        var first = (Shape: "", Patterns: new Dictionary<(string, string), string>());
        foreach (var woven in shapes)
        {
            var changes = MemberChange.Between(woven, type, include);
            text._text.Append(text._text.Length == 0 ? "" : "\n\n").Append($"{woven.Input.Shape}:");
            if (first.Shape.Length == 0)
            {
                first = ($"{woven.Input.Shape}", changes.ToDictionary(change => (change.Type, change.Key), change => change.Pattern));
                text.Append(changes);
            }
            else
            {
                var same = changes.Where(change => first.Patterns.GetValueOrDefault((change.Type, change.Key)) == change.Pattern).ToList();
                text._text.Append($" {same.Count} of {changes.Count} members as in {first.Shape} // {MemberChange.Digest(same)}");
                text.Append([.. changes.Except(same)]);
            }
        }

        return text._text.ToString();
    }

    /// <summary>All but scenarios: what these are woven to shows nothing that what they drive does not.</summary>
    public static Func<IlText.Member, bool> WithoutScenarios(IReadOnlyList<Shape> shapes, string type)
    {
        var (scenarios, isShown) = (Scenarios(shapes, type), WithoutAsyncScenarios(shapes, type));
        return member => isShown(member) && !(member.Type == type && scenarios.Contains(MemberChange.ShortName(member.Key)));
    }

    /// <summary>All but the machines of scenarios.</summary>
    public static Func<IlText.Member, bool> WithoutAsyncScenarios(IReadOnlyList<Shape> shapes, string type)
    {
        var scenarios = Scenarios(shapes, type);
        return member => !scenarios.Any(name => member.Type.StartsWith($"{type}+<{name}>d__", StringComparison.Ordinal));
    }

    private static HashSet<string> Scenarios(IReadOnlyList<Shape> shapes, string type) =>
        [.. shapes.SelectMany(DeclaredFixtures.Scenarios).Where(scenario => scenario.Type == type).Select(scenario => scenario.Method)];

    private void Append(IReadOnlyList<MemberChange> changes)
    {
        foreach (var ofType in changes.GroupBy(change => change.Type))
        {
            var pattern = string.Join('\n', ofType.Select(change => MemberChange.WithoutGivenNames(string.Join('\n', change.Heading)) + change.Pattern));
            if (_types.TryGetValue(pattern, out var like))
            {
                _text.Append($"\n\n{ofType.Key} as {like} // {MemberChange.Digest(ofType)}");
                continue;
            }

            _types.Add(pattern, ofType.Key);
            _text.Append($"\n\n{ofType.Key}");
            foreach (var change in ofType)
            {
                Append(change);
            }
        }
    }

    private void Append(MemberChange change)
    {
        _text.Append($"\n{string.Join('\n', change.Heading)}").Append(change.Whole.Length == 0 ? "" : $" // {MemberChange.Digest([change])}");
        _text.Append(change.Builders.Length == 0 ? "" : $"\n    {change.Builders}");
        var name = $"{change.Type}::{MemberChange.ShortName(change.Key)}";
        if (change.Lines.Count > 1 && !_members.TryAdd(change.Pattern, name))
        {
            _text.Append($"\n    as {_members[change.Pattern]}");
        }
        else
        {
            _text.Append(string.Concat(change.Lines.Select(line => $"\n{line}")));
        }
    }
}
