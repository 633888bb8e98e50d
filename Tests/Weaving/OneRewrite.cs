using System.Collections.Concurrent;
using System.Xml.Linq;
using Mono.Cecil;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>The fixtures woven by one of the rewrites of calls alone, and what the report says of each call.</summary>
/// <param name="rewrite">The name that the report gives it; those of its fixtures begin so.</param>
/// <param name="config">Switches the others off, and the full report on.</param>
/// <param name="fixtures">What the names of more of its fixtures begin with.</param>
internal sealed class OneRewrite(string rewrite, XElement config, params string[] fixtures)
{
    private readonly ConcurrentDictionary<Shape, Lazy<(Woven Woven, string Report)>> _woven = new();

    /// <summary>The names of its fixtures.</summary>
    public IEnumerable<string> Fixtures(string folder) =>
        DeclaredFixtures.Names(Shape.Release, folder).Where(name => fixtures.Append(rewrite).Any(name.StartsWith));

    public Woven Woven(Shape shape) => Once(shape).Woven;

    /// <summary>Every decision about a call in a type: the method it stands in, and what was decided.</summary>
    public IReadOnlyList<(string Method, string Decision)> In(Shape shape, string type) => Of(Once(shape).Report, type);

    public (Woven Woven, string Report) Weave(
        CompiledAssembly input, Action<ModuleDefinition>? prepare = null, IReadOnlyList<string>? references = null)
    {
        var report = "";
        var runner = new WeavingRunner
        {
            Config = config,
            Prepare = prepare,
            References = references,
            Inspect = folder => report = File.ReadAllText(Directory.EnumerateFiles(folder, "*.PooledAwait.txt", SearchOption.AllDirectories).Single()),
        };
        return (runner.Weave(input), report);
    }

    public IReadOnlyList<(string Method, string Decision)> Of(string report, string type)
    {
        var decisions = new List<(string, string)>();
        var reason = "";
        var method = "";
        foreach (var line in report.ReplaceLineEndings("\n").Split('\n'))
        {
            if (line.StartsWith("Changed, ") || line.StartsWith("Left alone, "))
            {
                reason = line.StartsWith("Changed") ? "" : line["Left alone, ".Length..line.LastIndexOf(':')];
            }
            else if (line.StartsWith("      "))
            {
                if (method.StartsWith(type) && (reason.Length == 0 || line.Trim().StartsWith(rewrite)))
                {
                    decisions.Add((method[(type.Length + 1)..], reason.Length == 0 ? line.Trim() : reason));
                }
            }
            else if (line.StartsWith("  "))
            {
                method = line.Trim();
            }
        }

        return decisions;
    }

    private (Woven Woven, string Report) Once(Shape shape) =>
        _woven.GetOrAdd(shape, s => new(() => Weave(Compilation.Fixtures.Compiled(s)))).Value;
}
