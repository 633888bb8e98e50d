using NUnit.Framework;
using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Every scenario of every fixture observes the same woven as it does not woven.</summary>
public class TraceTests
{
    // The second time meets what the first one left in the pools.
    private const int Times = 2;

    private static readonly Dictionary<(Shape, bool Woven, string Runtime), LoadedAssembly> s_loaded = [];

    [OneTimeTearDown]
    public void Unload()
    {
        foreach (var loaded in s_loaded.Values)
        {
            loaded.Dispose();
        }

        s_loaded.Clear();
    }

    [TestCaseSource(nameof(Scenarios))]
    public void Behaves_woven_as_it_does_not_woven(Scenario scenario, Shape shape)
    {
        var expected = scenario.Run(Load(shape, woven: false, shape.Framework), Times);
        Assert.That(expected, Has.All.Not.Empty.And.All.EqualTo(expected[0]), "The scenario itself must observe something, and the same each time.");
        foreach (var runtime in new[] { shape.Framework, "net10.0" }.Distinct())
        {
            var actual = scenario.Run(Load(shape, woven: true, runtime), Times);
            Assert.That(actual, Is.EqualTo(expected), $"with PooledAwait.Runtime for {runtime}");
        }
    }

    [Test]
    public void Finds_the_scenarios_of_every_fixture([ValueSource(typeof(Shape), nameof(Shape.All))] Shape shape)
    {
        var fixtures = IlText.Types(Fixtures.Compiled(shape)).Where(IsFixture).ToList();
        var with = Scenarios().Where(s => s.Arguments[1] is Shape found && found == shape).Select(s => ((Scenario)s.Arguments[0]!).Type).ToHashSet();
        Assert.Multiple(() =>
        {
            Assert.That(fixtures, Has.Count.GreaterThanOrEqualTo(30));
            Assert.That(fixtures.Where(type => !with.Contains(type)), Is.Empty);
        });
    }

    private static IEnumerable<TestCaseData> Scenarios() =>
        from shape in Shape.All
        from scenario in Scenario.In(Load(shape, woven: false, shape.Framework).Assembly)
        select new TestCaseData(scenario, shape);

    // A file of fixtures may hold other types beside the one that is named after it.
    private static bool IsFixture(string type) =>
        File.Exists(Path.Combine(Fixtures.Sources, type["AssemblyToProcess.".Length..].Replace('.', '/') + ".cs")) && !type.Contains(".Support.");

    private static LoadedAssembly Load(Shape shape, bool woven, string runtime)
    {
        if (!s_loaded.TryGetValue((shape, woven, runtime), out var loaded))
        {
            loaded = new LoadedAssembly(woven ? Weavers.Woven(shape).Result : Fixtures.Compiled(shape), runtime);
            s_loaded.Add((shape, woven, runtime), loaded);
        }

        return loaded;
    }
}
