using System.Text;
using System.Xml.Linq;
using PooledAwait.Fody.Options;
using PooledAwait.Fody.Rewrites.StateObjects;

namespace Tests.Options;

/// <summary>
/// The files that list the options, or the methods that can pass a state object to a delegate. A command writes them from the weaver's tables.
/// </summary>
internal static class OptionFiles
{
    public const string Command = "dotnet run -c Release --project Tests -- options";

    private static readonly XNamespace s_schema = "http://www.w3.org/2001/XMLSchema";

    private static readonly Dictionary<string, Func<string, string>> s_files = new()
    {
        ["PooledAwait.Fody/PooledAwait.Fody.xcf"] = _ => Xml(Fragment()) + "\n",
        ["FodyWeavers.xsd"] = Schema,
        ["docs/options.md"] = Page,
        ["PooledAwait.Runtime/PooledStateObjects.cs"] = _ => Enumeration(),
        ["Tests/PublicApi/PublicApiTests.Is_as_approved_framework=netstandard2.0.verified.txt"] = Approved,
        ["Tests/PublicApi/PublicApiTests.Is_as_approved_framework=net8.0.verified.txt"] = Approved,
        ["Tests/PublicApi/PublicApiTests.Is_as_approved_framework=net10.0.verified.txt"] = Approved,
    };

    public static IEnumerable<string> Names => s_files.Keys;

    /// <summary>Returns the text of a file, with its byte order mark.</summary>
    public static string Read(string name) => new UTF8Encoding(false).GetString(File.ReadAllBytes(Repository.PathOf(name))).ReplaceLineEndings("\n");

    /// <summary>Returns the text that the command writes into a file. Text that does not come from the tables stays as it is.</summary>
    public static string Written(string name) => s_files[name](Read(name));

    public static void Write()
    {
        foreach (var name in Names)
        {
            File.WriteAllText(Repository.PathOf(name), Written(name));
        }
    }

    // Takes the members from the tables, because the compiled enumeration may not yet have all members that the command writes.
    private static IEnumerable<WeaverOption> Options() => WeaverOption.All.Select(option => option.Name != "StateObjects" ? option : option with
    {
        Kind = option.Kind with { Words = ["None", .. Members().Select(member => member.Method.Value), "All"] },
        Default = WeaverOption.AllBut(Members().Where(member => !member.Method.IsDefault).Select(member => member.Method.Value)),
    });

    private static string Xml(XElement element) =>
        $"""<?xml version="1.0" encoding="utf-8"?>{"\n"}{element.ToString(SaveOptions.OmitDuplicateNamespaces).ReplaceLineEndings("\n")}""";

    // Fody generates the schema: a project's build puts the fragments of all its weavers into the file. So this method replaces only PooledAwait's fragment.
    private static string Schema(string schema)
    {
        var root = XElement.Parse(schema.TrimStart('\uFEFF'));
        root.Descendants(s_schema + "element").Single(element => (string?)element.Attribute("name") == "PooledAwait").ReplaceNodes(Fragment());
        return '\uFEFF' + Xml(root);
    }

    private static XElement Fragment() => new(
        s_schema + "complexType",
        new XAttribute(XNamespace.Xmlns + "xs", s_schema),
        new XElement(s_schema + "all", Options().Select(option => Declaration("element", option, new XAttribute("minOccurs", 0), new XAttribute("maxOccurs", 1)))),
        Options().Select(option => Declaration("attribute", option)));

    private static XElement Declaration(string kind, WeaverOption option, params XAttribute[] occurs) => new(
        s_schema + kind,
        new XAttribute("name", option.Name),
        occurs,
        IsText(option) ? new XAttribute("type", "xs:string") : null,
        new XElement(s_schema + "annotation", new XElement(s_schema + "documentation", option.Documentation)),
        IsText(option) ? null : new XElement(s_schema + "simpleType", Restriction(option)));

    private static bool IsText(WeaverOption option) => option.Kind != OptionKind.Bytes && (option.Kind.Combines || option.Kind.Words.Count == 0);

    private static XElement Restriction(WeaverOption option) => new(
        s_schema + "restriction",
        new XAttribute("base", option.Kind == OptionKind.Bytes ? "xs:int" : "xs:string"),
        option.Kind == OptionKind.Bytes ? new XElement(s_schema + "minInclusive", new XAttribute("value", 0)) : null,
        option.Kind.Words.Select(word => new XElement(s_schema + "enumeration", new XAttribute("value", word))));

    private static string Page(string page)
    {
        const string Start = "<!-- options -->\n";
        var start = page.IndexOf(Start, StringComparison.Ordinal) + Start.Length;
        return page[..start] + Table() + page[page.IndexOf("\n\n", start, StringComparison.Ordinal)..];
    }

    private static string Table() => string.Join("\n", Options().Select(Row).Prepend("|---|---|---|---|---|").Prepend("| property | attribute | meaning | values | default |"));

    private static string Row(WeaverOption option)
    {
        var words = option.Kind.Words.Select(word => $"`{word}`");
        var values =
            option.Kind.Combines ? $"any of {string.Join(", ", words.Except(["`None`", "`All`"]))}, separated by commas; `None`; `All`" :
            option.Kind == OptionKind.Bytes ? "bytes" :
            option.Kind == OptionKind.Patterns ? "patterns" :
            option.Kind == OptionKind.Warnings ? "identifiers" :
            string.Join(", ", words);
        var otherwise = option.Kind.Words.Contains(option.Default) || option.Kind == OptionKind.Bytes ? $"`{option.Default}`" : option.Default;
        var summary = option.Summary.Replace("|", "\\|").Replace("`", "\\`").Replace("*", "\\*").Replace("[PooledAwait]", "`[PooledAwait]`");
        return $"| `PooledAwait{option.Name}` | `{option.Name}` | {summary} | {values} | {otherwise} |";
    }

    private static string Enumeration()
    {
        var members = Members();
        return $$"""
            // Written from StateMethod.Known by: {{Command}}
            #if WEAVER
            namespace PooledAwait.Fody.Options;
            #else
            namespace PooledAwait;
            #endif

            /// <summary>
            /// The methods that can pass a state to a delegate: the base library's, and the assembly's own. The weaver passes what a lambda captures as that state, so that the lambda captures nothing.
            /// The idea comes from <i>TPL Performance Improvements in .NET 4.5</i> (Joseph Hoag, Microsoft), "Encode closure information into a Task's state object".
            /// </summary>
            [Flags]
            public enum PooledStateObjects
            {
                /// <summary>None: every lambda keeps its delegate and its closure.</summary>
                None = 0,

            {{string.Concat(members.Select(member => $"    /// <summary>{Documentation(member.Method)}</summary>\n    {member.Method.Value} = {member.Bit},\n\n"))}}    /// <summary>All of them.</summary>
                All = {{All(members)}},
            }

            internal static class DefaultStateObjects
            {
                /// <summary>The methods that are changed unless the user says otherwise.</summary>
                public const PooledStateObjects Value =
                    {{string.Join(" |\n        ", members.Where(member => member.Method.IsDefault).Select(member => $"PooledStateObjects.{member.Method.Value}"))}};
            }

            """.ReplaceLineEndings("\n");
    }

    // Existing members keep their numbers, because compiled assemblies contain these numbers.
    private static List<(StateMethod Method, int Bit)> Members()
    {
        List<(StateMethod Method, int Bit)> members = [];
        var last = (int)Enum.GetValues<PooledStateObjects>().Where(value => value != PooledStateObjects.All).Max();
        foreach (var method in StateMethod.Known.Append(StateMethod.OwnMethods).DistinctBy(method => method.Value))
        {
            members.Add((method, Enum.TryParse(method.Value, out PooledStateObjects value) ? (int)value : last *= 2));
        }

        return [.. members.OrderBy(member => member.Bit)];
    }

    private static string All(IEnumerable<(StateMethod Method, int Bit)> members) => string.Join(" | ", members.Select(member => member.Method.Value));

    private static string Documentation(StateMethod method)
    {
        if (method == StateMethod.OwnMethods)
        {
            return "The assembly's own methods that do nothing with a delegate but call it.";
        }

        var type = method.Types[0].Split('.').Last().Split('`')[0];
        var names = string.Join(" and ", method.Names.Select((name, index) => $"<c>{(index == 0 ? $"{type}." : "")}{name}</c>"));
        return names + (method.Which == null ? "" : $" {method.Which}") + (method.KeepsState ? "; its task keeps its state and exposes it in <c>AsyncState</c>." : ".");
    }

    private static string Approved(string surface)
    {
        var lines = surface.Split('\n').ToList();
        var first = lines.IndexOf("public enum PooledAwait.PooledStateObjects") + 1;
        lines.RemoveRange(first, lines.Skip(first).TakeWhile(line => line.StartsWith(' ')).Count());
        var members = Members();
        lines.InsertRange(
            first,
            members.Select(member => $"    {member.Method.Value} = {member.Bit}").Append("    None = 0").Append($"    All = {All(members)}").Order(StringComparer.Ordinal));
        return string.Join("\n", lines);
    }
}
