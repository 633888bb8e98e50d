using NUnit.Framework;
using Tests.Builders.Conformance;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.NewerRuntimes;

/// <summary>Woven programs on .NET 11, in a browser.</summary>
[Category("Browser")]
[Parallelizable(ParallelScope.Self)]
public sealed class BrowserTests
{
    [Test]
    public async Task Probe()
    {
        var images = new Dictionary<string, byte[]>
        {
            ["fixtures"] = Fixtures.Compiled(Shape.Release).Image,
            ["fixtures,woven"] = Weavers.WovenThroughout(Shape.Release).Result.Image,
            ["conformance"] = ScenarioContext.Image(BuilderChoice.Default, optimised: true),
            ["conformance,woven"] = ScenarioContext.Image(BuilderChoice.Woven, optimised: true),
        };
        var only = Environment.GetEnvironmentVariable("ONLY") ?? "";
        var skip = (Environment.GetEnvironmentVariable("SKIP") ?? "!!!").Split(',');
        var runs = DeclaredFixtures.Scenarios(Shape.Release).Select(s => new ScenarioRun("fixtures", s.Type, s.Method))
            .Concat(from scenario in ScenarioCase.All
                    let about = scenario.Scenario
                    where !about.OnlyPooled && !about.LetsEscape && !about.IsStress && !about.NeedsThreadPool
                    from kind in scenario.Among(Builders.Conformance.Scenarios.Kinds.All)
                    select new ScenarioRun("conformance", scenario.Type, scenario.Method, (int)kind))
            .Where(run => run.ToString().Contains(only) && !skip.Any(s => run.ToString().Contains(s)))
            .Where(run => new Waiting(Mono.Cecil.ModuleDefinition.ReadModule(new MemoryStream(images[run.Image]))).In(run.Type, run.Method) == null)
            .SelectMany(run => new[] { run, run with { Image = run.Image + ",woven" } }).ToList();
        var watch = System.Diagnostics.Stopwatch.StartNew();
        var program = ScenarioProgram.Compile(images, runs);
        var site = new Site(program, images.Values);
        TestContext.Progress.WriteLine($"compiled {watch.Elapsed}");
        List<string> lines = [];
        try
        {
            lines = [.. await site.Told(ScenarioProgram.End)];
        }
        catch (Exception e)
        {
            TestContext.Progress.WriteLine(e.ToString());
        }

        File.WriteAllLines("/tmp/net11/lines.txt", Site.Last ?? lines);
        TestContext.Progress.WriteLine($"ran {watch.Elapsed}");
    }
}
