using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Amplification;

/// <summary>
/// Puts an added await at the start of each async body of the fixtures. This await always suspends. Then each scenario must still observe the same after
/// weaving as before.
/// </summary>
[Thorough]
[Alone]
public sealed class AmplifiedTraceTests
{
    private const int Times = 2;

    private static readonly Shape[] s_shapes = [AmplifiedFixtures.Release, AmplifiedFixtures.Debug];

    private static readonly Dictionary<(Shape, bool Woven), LoadedAssembly> s_loaded = [];

    [TestCaseSource(nameof(Scenarios))]
    public void Behaves_woven_as_it_does_not_woven(Scenario scenario, Shape shape)
    {
        var expected = scenario.Run(Load(shape, woven: false), Times);
        Assert.That(expected, Has.All.Not.Empty.And.All.EqualTo(expected[0]), "The scenario itself must observe something, and the same each time.");
        Assert.That(scenario.Run(Load(shape, woven: true), Times), Is.EqualTo(expected.Select(trace => KnownDifferences.Of(scenario, trace))));
    }

    /// <summary>The added awaits must make calls use the pools. Otherwise the tests above would only repeat <see cref="TraceTests"/>.</summary>
    [TestCaseSource(nameof(ShapesThatAreCounted))]
    public void Rents_and_returns_boxes(Shape shape)
    {
        var loaded = new LoadedAssembly(Weavers.WovenThroughout(shape).Result);
        foreach (var scenario in AmplifiedFixtures.Scenarios(Scenario.In(loaded.Assembly)))
        {
            scenario.Run(loaded, times: 1);
        }

        // Without the added awaits, the scenarios rent only half as many boxes.
        var (rented, returned) = PoolsOf.Counts(loaded);
        Assert.That(rented, Is.GreaterThan(3_000));
        Assert.That(returned, Is.GreaterThan(rented * 9 / 10).And.AtMost(rented));
    }

    // Each shape costs another run of all scenarios, so only a whole run (see Extent) counts the boxes of both shapes.
    private static IEnumerable<Shape> ShapesThatAreCounted() => Extent.IsWhole ? s_shapes : s_shapes[..1];

    private static IEnumerable<TestCaseData> Scenarios() =>
        from shape in s_shapes
        from scenario in AmplifiedFixtures.Scenarios(DeclaredFixtures.Scenarios(shape))
        select new TestCaseData(scenario, shape);

    private static LoadedAssembly Load(Shape shape, bool woven)
    {
        if (!s_loaded.TryGetValue((shape, woven), out var loaded))
        {
            s_loaded.Add((shape, woven), loaded = new LoadedAssembly(woven ? Weavers.WovenThroughout(shape).Result : Fixtures.Compiled(shape)));
        }

        return loaded;
    }
}
