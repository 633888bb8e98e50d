using System.Collections.Concurrent;
using System.Xml.Linq;
using DiffPlex.DiffBuilder;
using DiffPlex.DiffBuilder.Model;
using Mono.Cecil;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Weaves the fixtures with only one of the rewrites of calls, and reads what the report says about each call.</summary>
/// <param name="rewrite">The rewrite's name in the report. The names of the rewrite's fixtures begin with this name.</param>
/// <param name="config">The configuration. It switches the other rewrites off and the full report on.</param>
/// <param name="fixtures">Prefixes of the names of further fixtures.</param>
internal sealed class OneRewrite(string rewrite, XElement config, params string[] fixtures)
{
    private readonly ConcurrentDictionary<Shape, Lazy<(Woven Woven, Decisions Decisions)>> _woven = new();

    /// <summary>Returns the names of the rewrite's fixtures.</summary>
    public IEnumerable<string> Fixtures(string folder) =>
        DeclaredFixtures.Names(Shape.Release, folder).Where(name => fixtures.Append(rewrite).Any(name.StartsWith));

    public Woven Woven(Shape shape) => Once(shape).Woven;

    /// <summary>Returns the text of the full report.</summary>
    public string Report(Shape shape) => Once(shape).Decisions.Report;

    /// <summary>Returns every decision about a call in a type: the method that contains the call, and the decision.</summary>
    public IReadOnlyList<(string Method, string Decision)> In(Shape shape, string type) => Of(Once(shape).Decisions, type);

    /// <summary>
    /// Returns the decisions in one fixture: all decisions for the first shape, and for each later shape the differences from the most similar earlier shape.
    /// </summary>
    public string Told(string fixture, IReadOnlyList<Shape> shapes)
    {
        var told = shapes.Select(shape => Told(shape, fixture)).ToList();
        var text = $"{shapes[0]}:\n{told[0]}";
        for (var i = 1; i < shapes.Count; i++)
        {
            var (like, lines) = Enumerable.Range(0, i).Select(j => (shapes[j], Differences(told[j], told[i]))).MinBy(other => other.Item2.Count);
            text += $"\n\n{shapes[i]}: {(lines.Count == 0 ? "all" : "the others")} as in {like}{string.Concat(lines)}";
        }

        return text;

        static List<string> Differences(string one, string other) =>
        [
            .. from line in InlineDiffBuilder.Diff(one, other, ignoreWhiteSpace: false).Lines
               where line.Type != ChangeType.Unchanged
               select $"\n{(line.Type == ChangeType.Deleted ? '-' : '+')} {line.Text}",
        ];
    }

    public (Woven Woven, Decisions Decisions) Weave(
        CompiledAssembly input, Action<ModuleDefinition>? prepare = null, IReadOnlyList<string>? references = null) =>
        Decisions.Of(new WeavingRunner { Config = config, Prepare = prepare, References = references }, input);

    public IReadOnlyList<(string Method, string Decision)> Of(Decisions decisions, string type) =>
        [.. Entries(decisions, type).Select(entry => (entry.Place[(type.Length + 1)..], entry.Reason ?? entry.Detail))];

    private string Told(Shape shape, string fixture) => string.Join("\n",
        from folder in new[] { "Valid", "LeftAlone" }
        let type = $"{CompiledAssembly.Name}.{folder}.{fixture}"
        from entry in Entries(Once(shape).Decisions, type)
        where entry.Place[type.Length] is '.' or '+' or '/'
        select $"  {entry.Place[(type.Length + 1)..]}: {Told(entry)}");

    private static string Told(Decisions.Entry entry) => $"{entry.Reason ?? entry.Detail}{(entry.Condition == null ? "" : $", {entry.Condition}")}";

    private IEnumerable<Decisions.Entry> Entries(Decisions decisions, string type) =>
        decisions.Entries.Where(entry => entry.Place.StartsWith(type) && (entry.Reason == null || entry.Detail.StartsWith(rewrite)));

    private (Woven Woven, Decisions Decisions) Once(Shape shape) =>
        _woven.GetOrAdd(shape, s => new(() => Weave(Compilation.Fixtures.Compiled(s)))).Value;
}
