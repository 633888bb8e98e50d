using System.Collections.Concurrent;
using System.Xml.Linq;
using Mono.Cecil;
using PooledAwait.Fody.Decisions;
using PooledAwait.Fody.IL;
using PooledAwait.Fody.Report;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Report.Page;

/// <summary>Makes reports, and files of reports, for the tests of the page.</summary>
internal static class Reports
{
    private static readonly ConcurrentDictionary<Shape, Lazy<IReadOnlyDictionary<string, string>>> s_ofFixtures = new();

    /// <summary>The page that a build of the fixtures writes.</summary>
    public static string OfFixtures => WrittenOfFixtures("html", Shape.Release);

    /// <summary>Returns the text of a file that a build of the fixtures writes. A test run makes each file only once.</summary>
    public static string WrittenOfFixtures(string kind, Shape shape) =>
        s_ofFixtures.GetOrAdd(shape, static key => new(() => Written(Fixtures.Compiled(key)))).Value[kind];

    /// <summary>Weaves an assembly with <c>Report="Full"</c>, and returns the text of the report's file with this extension.</summary>
    public static string Written(string kind, CompiledAssembly compiled, Action<ModuleDefinition>? prepare = null) => Written(compiled, prepare)[kind];

    private static IReadOnlyDictionary<string, string> Written(CompiledAssembly compiled, Action<ModuleDefinition>? prepare = null)
    {
        Dictionary<string, string> texts = [];
        new WeavingRunner
        {
            Config = new XElement("PooledAwait", new XAttribute("Report", "Full"), new XAttribute("MinimumStateMachineSize", 0)),
            Prepare = prepare,
            Inspect = folder => texts = Directory.GetFiles(folder, "*.PooledAwait.*", SearchOption.AllDirectories)
                .ToDictionary(file => Path.GetExtension(file)[1..], File.ReadAllText),
        }.Weave(compiled);
        return texts;
    }

    /// <summary>Makes a page with this many methods. Every third method is left alone, and has no IL. Each other method has about 150 lines of IL.</summary>
    public static string Large(int methods)
    {
        var all = Enumerable.Range(0, methods).Select(number =>
        {
            var type = $"Type{number / 10:0000}";
            var name = $"App.Services.{type}.Method{number:00000}(int, CancellationToken)";
            var at = new SourcePlace($"Services/{type}.cs", number % 10 * 20 + 5);
            return number % 3 > 0
                ? new ReportedMethod(name, "App.Services", type, at, [Decision(null, new BytesSaved(Machine: 100 + number % 7 * 8))], Il(name, number))
                : new ReportedMethod(name, "App.Services", type, at, [Decision(Small.Id, new BytesSaved(Machine: 24))]);

            ReportedDecision Decision(string? reason, BytesSaved saved) => new(Rewrite.Builders, reason, "Task", at, saved);
        });
        return ReportPage.Of(new ReportModel([new ReportedAssembly("App", "net10.0", [.. all])], [Small]));
    }

    /// <summary>Makes a report of two assemblies. Only the first has methods that the runtime itself suspends: as many as the argument says.</summary>
    public static ReportModel OfRuntimeAsync(int methods)
    {
        var reason = Reason.RuntimeAsync;
        return new ReportModel(
            [Assembly("First", Enumerable.Repeat(reason.Id, methods).Append(Small.Id)), Assembly("Second", [Small.Id])],
            [.. methods == 0 ? [] : new[] { new ReportedReason(reason.Id, reason.Sentence, reason.Advice, reason.Page, []) }, Small]);

        static ReportedAssembly Assembly(string name, IEnumerable<string> reasons) => new(
            name, null, [.. reasons.Select((reason, number) => new ReportedMethod($"C.M{number}()", "", "C", null, [new ReportedDecision(Rewrite.Builders, reason, null, null)]))]);
    }

    /// <summary>A reason for made-up reports.</summary>
    public static ReportedReason Small { get; } = new(
        "small-state-machine", "It is small.", "Set MinimumStateMachineSize to 0.", "https://example.org/reasons#small", ["MinimumStateMachineSize=\"0\""]);

    private static IlSnapshot Il(string name, int number)
    {
        var type = $"App.Services.Type{number / 10:0000}";
        var lines = Enumerable.Range(0, 150).Select(line => $"    call instance void {type}::Step{(number + line) % 40}()").ToArray();
        return new IlSnapshot(null!, name, name, Text("AsyncTaskMethodBuilder"), Text("PooledAsyncTaskMethodBuilder"));

        string Text(string builder) =>
            $".method {name}\n{string.Join("\n", lines[..75])}\n    call instance void {builder}::Start()\n{string.Join("\n", lines[75..])}\n";
    }
}
