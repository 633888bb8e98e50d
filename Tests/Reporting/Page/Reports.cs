using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody.Reporting;
using PooledAwait.Fody.Reporting.Il;
using PooledAwait.Fody.Reporting.Page;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Reporting.Page;

/// <summary>Reports to look at.</summary>
internal static class Reports
{
    private static readonly Lazy<string> s_fixtures = new(() => Written("html", Fixtures.Compiled(Shape.Release)));

    /// <summary>The page that a build of the fixtures writes.</summary>
    public static string OfFixtures => s_fixtures.Value;

    /// <summary>What a build with <c>Report="Full"</c> writes, by the end of the file's name.</summary>
    public static string Written(string kind, CompiledAssembly compiled, Action<ModuleDefinition>? prepare = null)
    {
        var text = "";
        new WeavingRunner
        {
            Config = new XElement("PooledAwait", new XAttribute("Report", "Full"), new XAttribute("MinimumStateMachineSize", 0)),
            Prepare = prepare,
            Inspect = folder => text = File.ReadAllText(Directory.GetFiles(folder, $"*.PooledAwait.{kind}", SearchOption.AllDirectories).Single()),
        }.Weave(compiled);
        return text;
    }

    /// <summary>A page about so many methods, every third left alone, each with IL of some hundred lines.</summary>
    public static string Large(int methods)
    {
        var all = Enumerable.Range(0, methods).Select(number =>
        {
            var name = $"App.Services.Type{number / 10:0000}.Method{number:00000}(int, CancellationToken)";
            var at = new SourcePlace($"Services/Type{number / 10:0000}.cs", number % 10 * 20 + 5);
            return number % 3 > 0
                ? new ReportedMethod(name, at, [Decision(null, new BytesSaved(Machine: 100 + number % 7 * 8))], Il(name, number))
                : new ReportedMethod(name, at, [Decision(Reason.SmallStateMachine, null)], null);

            ReportedDecision Decision(Reason? reason, BytesSaved? saved) => new(Rewrite.Builders, reason, "Task", at, saved);
        });
        return ReportPage.Of(new ReportModel("App", [.. all], [Reason.SmallStateMachine]));
    }

    private static IlSnapshot Il(string name, int number)
    {
        var type = $"App.Services.Type{number / 10:0000}";
        var lines = Enumerable.Range(0, 150).Select(line => $"    call instance void {type}::Step{(number + line) % 40}()").ToArray();
        return new IlSnapshot(null!, name, name, Text("AsyncTaskMethodBuilder"), Text("PooledAsyncTaskMethodBuilder"));

        string Text(string builder) =>
            $".method {name}\n{string.Join("\n", lines[..75])}\n    call instance void {builder}::Start()\n{string.Join("\n", lines[75..])}\n";
    }
}
