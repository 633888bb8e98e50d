using System.Collections.Concurrent;
using System.Xml.Linq;
using Mono.Cecil;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.ContinueWith;

/// <summary>The fixtures woven by this rewrite alone, and what its report says of each call.</summary>
internal static class CallDecisions
{
    private static readonly ConcurrentDictionary<Shape, Lazy<(Woven Woven, string Report)>> s_woven = new();

    public static readonly XElement Config = XElement.Parse("""<PooledAwait Builders="None" WhenAny="None" Report="Full" />""");

    public static IEnumerable<string> Fixtures(string folder) =>
        Compilation.Fixtures.Names(Shape.Release, folder).Where(name => name.StartsWith("ContinueWith"));

    public static Woven Woven(Shape shape) => s_woven.GetOrAdd(shape, static s => new(() => Weave(Compilation.Fixtures.Compiled(s)))).Value.Woven;

    /// <summary>Every decision about a call in a type: the method it stands in, the line, what was decided.</summary>
    public static IReadOnlyList<(string Method, string Decision)> In(Shape shape, string type) =>
        Of(s_woven.GetOrAdd(shape, static s => new(() => Weave(Compilation.Fixtures.Compiled(s)))).Value.Report, type);

    public static (Woven Woven, string Report) Weave(CompiledAssembly input, Action<ModuleDefinition>? prepare = null)
    {
        var report = "";
        var runner = new WeavingRunner
        {
            Config = Config,
            Prepare = prepare,
            Inspect = folder => report = File.ReadAllText(Directory.EnumerateFiles(folder, "*.PooledAwait.txt", SearchOption.AllDirectories).Single()),
        };
        return (runner.Weave(input), report);
    }

    public static IReadOnlyList<(string Method, string Decision)> Of(string report, string type)
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
                if (method.StartsWith(type) && (reason.Length == 0 || line.Trim().StartsWith("ContinueWith")))
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
}
