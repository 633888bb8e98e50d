using Tests.Compilation;
using Tests.Weaving;

namespace Tests.TimedWaits.Weaving;

/// <summary>
/// The fixtures, woven with only the rewrite of timed waits, must observe the same as without weaving. The base library's builders then await the pooled waits.
/// </summary>
[Alone]
public class TraceTests
{
    private const int Times = 2;

    private static readonly Dictionary<(Shape, bool, string), LoadedAssembly> s_loaded = [];

    [TestCaseSource(nameof(Scenarios))]
    public void Behaves_woven_alone_as_it_does_not_woven(Scenario scenario, Shape shape)
    {
        var expected = scenario.Run(Load(shape, woven: false, shape.Framework), Times);
        foreach (var runtime in new[] { shape.Framework, "net10.0" }.Distinct())
        {
            Assert.That(scenario.Run(Load(shape, woven: true, runtime), Times), Is.EqualTo(expected), $"with PooledAwait.Runtime for {runtime}");
        }
    }

    private static IEnumerable<TestCaseData> Scenarios() =>
        from shape in Extent.Shapes
        from scenario in DeclaredFixtures.Scenarios(shape)
        where scenario.Type.Contains(".TimedWaits")
        select new TestCaseData(scenario, shape).ThoroughIf(shape != Shape.Release);

    private static LoadedAssembly Load(Shape shape, bool woven, string runtime)
    {
        if (!s_loaded.TryGetValue((shape, woven, runtime), out var loaded))
        {
            s_loaded.Add((shape, woven, runtime), loaded = new LoadedAssembly(woven ? CallDecisions.All.Woven(shape).Result : Fixtures.Compiled(shape), runtime));
        }

        return loaded;
    }
}
