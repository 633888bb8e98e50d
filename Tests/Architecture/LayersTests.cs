using Microsoft.CodeAnalysis;
using Microsoft.CodeAnalysis.CSharp.Syntax;
using Tests.Compilation;

namespace Tests.Architecture;

/// <summary>
/// The weaver's layers (its namespaces and folders) know each other in one direction only. A layer <i>knows</i> every layer to which its sources refer.
/// </summary>
[Parallelizable(ParallelScope.Self)]
public sealed class LayersTests
{
    private const string Weaver = "PooledAwait.Fody";

    private static readonly string[] s_rewrites = ["Builders", "DirectAwaits", "StateObjects", "TimedWaits", "WhenAny"];

    private readonly IReadOnlyDictionary<string, SortedSet<string>> _known = Known();

    [Test]
    public void No_layer_knows_itself_by_way_of_others()
    {
        Assert.That(_known, Has.Count.GreaterThan(10));
        Assert.That(_known.Keys.Select(layer => CircleFrom([layer])).Where(circle => circle != null), Is.Empty);
    }

    [Test]
    public void No_rewrite_knows_another()
    {
        var rewrites = s_rewrites.Select(rewrite => $"Rewrites.{rewrite}").ToList();
        Assert.That(rewrites, Is.SubsetOf(_known.Keys));
        Assert.That(
            from rewrite in rewrites
            from other in ReachedFrom(rewrite)
            where rewrites.Contains(other) && other != rewrite
            select $"{rewrite} knows {other}",
            Is.Empty);
    }

    /// <summary>
    /// Maps each layer to the layers to which its sources refer, even if only by constants or attributes. The recipe and the class that Fody runs are in no
    /// layer, so they may know all layers.
    /// </summary>
    private static SortedDictionary<string, SortedSet<string>> Known()
    {
        var layers = new SortedDictionary<string, SortedSet<string>>(StringComparer.Ordinal);
        foreach (var tree in WeaverSources.Compilation.SyntaxTrees)
        {
            var model = WeaverSources.Compilation.GetSemanticModel(tree);
            if (tree.GetRoot().DescendantNodes().OfType<BaseNamespaceDeclarationSyntax>().FirstOrDefault() is not { } declared || LayerOf(declared.Name.ToString()) is not { } layer)
            {
                continue;
            }

            if (!layers.TryGetValue(layer, out var known))
            {
                layers.Add(layer, known = new SortedSet<string>(StringComparer.Ordinal));
            }

            // Reads the names in the sources, and also the types of expressions, because code can use a type without naming it.
            var expressions = declared.Members.SelectMany(member => member.DescendantNodes()).OfType<ExpressionSyntax>().ToList();
            known.UnionWith(expressions.Select(one => model.GetTypeInfo(one).Type).Concat(expressions.OfType<SimpleNameSyntax>().Select(name => model.GetSymbolInfo(name).Symbol))
                .Where(symbol => symbol is not (null or INamespaceSymbol) && symbol.ContainingAssembly?.Name == Weaver)
                .Select(symbol => LayerOf($"{symbol!.ContainingNamespace}")).OfType<string>().Where(other => other != layer));
        }

        return layers;
    }

    /// <summary>Returns the part of the namespace after the weaver's own namespace. Returns null for code in the weaver's own namespace.</summary>
    private static string? LayerOf(string @namespace) => @namespace.StartsWith($"{Weaver}.", StringComparison.Ordinal) ? @namespace[(Weaver.Length + 1)..] : null;

    private string? CircleFrom(IReadOnlyList<string> path) => _known[path[^1]]
        .Select(next => next == path[0] ? string.Join(" -> ", path.Append(next)) : path.Contains(next) ? null : CircleFrom([.. path, next]))
        .FirstOrDefault(circle => circle != null);

    private HashSet<string> ReachedFrom(string layer)
    {
        var reached = new HashSet<string>();
        var pending = new Stack<string>([layer]);
        while (pending.Count > 0)
        {
            foreach (var next in _known[pending.Pop()].Where(reached.Add))
            {
                pending.Push(next);
            }
        }

        return reached;
    }
}
