using Tests.Compilation;

namespace Tests.Weaving;

/// <summary>Checks that every scenario of every fixture observes the same, whether it is woven or not.</summary>
[Alone]
public class TraceTests
{
    // The second run rents boxes that the first run left in the pools.
    private const int Times = 2;

    private static readonly Dictionary<(Shape, bool Woven, string Runtime), LoadedAssembly> s_loaded = [];

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
    public void Finds_scenarios_in_every_fixture([ValueSource(typeof(Shape), nameof(Shape.All))] Shape shape, [Values("Valid", "LeftAlone")] string folder)
    {
        var types = DeclaredFixtures.Scenarios(shape).Select(s => s.Type).ToHashSet();
        var fixtures = DeclaredFixtures.Names(shape, folder);
        Assert.That(fixtures, Is.Not.Empty);
        Assert.That(fixtures.Where(name => !types.Contains($"{CompiledAssembly.Name}.{folder}.{name}")), Is.Empty);
    }

    [Thorough]
    [TestCaseSource(nameof(Shapes))]
    public void Finds_what_is_in_the_assembly(Shape shape)
    {
        var assembly = Load(shape, woven: false, shape.Framework).Assembly;
        Assert.Multiple(() =>
        {
            Assert.That(DeclaredFixtures.Scenarios(shape), Is.EquivalentTo(Scenario.In(assembly)));
            foreach (var folder in new[] { "Valid", "LeftAlone" })
            {
                var types = assembly.GetTypes().Where(type => !type.IsNested && type.Namespace == $"{CompiledAssembly.Name}.{folder}");
                Assert.That(DeclaredFixtures.Names(shape, folder), Is.EquivalentTo(types.Select(type => type.Name)));
            }
        });
    }

    private static IEnumerable<Shape> Shapes() => Extent.Shapes.Append(Shape.Debug).Distinct().Concat(Extent.ShapesOfWhenAny);

    private static IEnumerable<TestCaseData> Scenarios() =>
        from shape in Shapes()
        from scenario in DeclaredFixtures.Scenarios(shape)
        select new TestCaseData(scenario, shape).ThoroughIf(shape != Shape.Release && shape != Shape.Debug);

    private static LoadedAssembly Load(Shape shape, bool woven, string runtime)
    {
        if (!s_loaded.TryGetValue((shape, woven, runtime), out var loaded))
        {
            loaded = new LoadedAssembly(woven ? Weavers.WovenThroughout(shape).Result : Fixtures.Compiled(shape), runtime);
            s_loaded.Add((shape, woven, runtime), loaded);
        }

        return loaded;
    }
}
