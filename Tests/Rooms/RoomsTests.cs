using System.Text.RegularExpressions;
using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using NUnit.Framework;
using Tests.Compilation;

namespace Tests.Rooms;

/// <summary>The weaver's rooms (its namespaces) know each other in one direction, as docs/architecture.md says. A room knows what its sources name.</summary>
[Parallelizable(ParallelScope.Self)]
public sealed partial class RoomsTests
{
    private const string Weaver = "PooledAwait.Fody";

    private static readonly string[] s_rewrites = ["Builders", "DirectAwaits", "StateObjects", "WhenAny"];

    private readonly IReadOnlyDictionary<string, SortedSet<string>> _known = Known();

    [Test]
    public void None_knows_itself_by_way_of_others()
    {
        Assert.That(_known, Has.Count.GreaterThan(15));
        Assert.That(_known.Keys.Select(room => CircleFrom([room])).Where(circle => circle != null), Is.Empty);
    }

    [Test]
    public void No_rewrite_knows_another()
    {
        Assert.That(s_rewrites, Is.SubsetOf(_known.Keys));
        Assert.That(
            from rewrite in s_rewrites
            from room in ReachedFrom(rewrite)
            where s_rewrites.Contains(room) && room != rewrite
            select $"{rewrite} knows {room}",
            Is.Empty);
    }

    [Test]
    public void Know_each_other_as_the_page_says()
    {
        var page = File.ReadAllText(Repository.PathOf("docs", "architecture.md"));
        var told = Row().Matches(page).ToDictionary(
            row => row.Groups["room"].Value,
            row => row.Groups["known"].Value == "-" ? [] : row.Groups["known"].Value.Split(", ").Order(StringComparer.Ordinal).ToArray());
        Assert.That(told.Keys, Is.EquivalentTo(_known.Keys));
        Assert.Multiple(() =>
        {
            foreach (var (room, known) in _known)
            {
                Assert.That(told[room], Is.EqualTo(known.ToArray()), $"{room}: {string.Join(", ", known)}");
            }
        });
    }

    /// <summary>What each room names in its sources, including constants and attributes. The recipe and the class that Fody runs are in no room, and know all rooms.</summary>
    private static SortedDictionary<string, SortedSet<string>> Known()
    {
        var rooms = new SortedDictionary<string, SortedSet<string>>(StringComparer.Ordinal);
        foreach (var tree in WeaverSources.Compilation.SyntaxTrees)
        {
            var model = WeaverSources.Compilation.GetSemanticModel(tree);
            if (tree.GetRoot().DescendantNodes().OfType<BaseNamespaceDeclarationSyntax>().FirstOrDefault() is not { } declared || RoomOf(declared.Name.ToString()) is not { } room)
            {
                continue;
            }

            if (!rooms.TryGetValue(room, out var known))
            {
                rooms.Add(room, known = new SortedSet<string>(StringComparer.Ordinal));
            }

            // Names, and the types of expressions, because sources need not name these types.
            var expressions = declared.Members.SelectMany(member => member.DescendantNodes()).OfType<ExpressionSyntax>().ToList();
            known.UnionWith(expressions.Select(one => model.GetTypeInfo(one).Type).Concat(expressions.OfType<SimpleNameSyntax>().Select(name => model.GetSymbolInfo(name).Symbol))
                .Where(symbol => symbol is not (null or INamespaceSymbol) && symbol.ContainingAssembly?.Name == Weaver)
                .Select(symbol => RoomOf($"{symbol!.ContainingNamespace}")).OfType<string>().Where(other => other != room));
        }

        return rooms;
    }

    /// <summary>The namespace below the weaver's; null for code in the weaver's namespace itself.</summary>
    private static string? RoomOf(string @namespace) => @namespace.StartsWith($"{Weaver}.", StringComparison.Ordinal) ? @namespace[(Weaver.Length + 1)..] : null;

    private string? CircleFrom(IReadOnlyList<string> path) => _known[path[^1]]
        .Select(next => next == path[0] ? string.Join(" -> ", path.Append(next)) : path.Contains(next) ? null : CircleFrom([.. path, next]))
        .FirstOrDefault(circle => circle != null);

    private HashSet<string> ReachedFrom(string room)
    {
        var reached = new HashSet<string>();
        var pending = new Stack<string>([room]);
        while (pending.Count > 0)
        {
            foreach (var next in _known[pending.Pop()].Where(reached.Add))
            {
                pending.Push(next);
            }
        }

        return reached;
    }

    [GeneratedRegex(@"^\| `(?<room>[A-Z][A-Za-z.]*)` \| [^|]* \| (?<known>[^|]*) \|$", RegexOptions.Multiline)]
    private static partial Regex Row();
}
