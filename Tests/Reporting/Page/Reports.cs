using System.Xml.Linq;
using Microsoft.Playwright;
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
            var isChange = number % 3 > 0;
            var decision = new ReportedDecision(
                Rewrite.Builders, isChange ? null : Reason.SmallStateMachine, "Task", at, isChange ? new BytesSaved(Machine: 100 + number % 7 * 8) : null);
            return new ReportedMethod(name, at, [decision], isChange ? Il(name, number) : null);
        });
        return ReportPage.Of(new ReportModel("App", [.. all], [Reason.SmallStateMachine]));
    }

    /// <summary>Opens a page from a file, as a user does.</summary>
    public static async Task<IPage> Open(this IPage page, string html)
    {
        var file = Path.Combine(Directory.CreateTempSubdirectory("PooledAwait.").FullName, "report.html");
        await File.WriteAllTextAsync(file, html);
        page.Close += (_, _) => Directory.Delete(Path.GetDirectoryName(file)!, recursive: true);
        await page.GotoAsync(new Uri(file).AbsoluteUri);
        return page;
    }

    private static IlSnapshot Il(string name, int number)
    {
        var lines = Enumerable.Range(0, 150).Select(line => $"    call instance void App.Services.Type{number / 10:0000}::Step{(number + line) % 40}()").ToArray();
        return new IlSnapshot(null!, name, name, Text("AsyncTaskMethodBuilder"), Text("PooledAsyncTaskMethodBuilder"));

        string Text(string builder) =>
            $".method {name}\n{string.Join("\n", lines[..75])}\n    call instance void {builder}::Start()\n{string.Join("\n", lines[75..])}\n";
    }
}
