using Tests.Compilation;
using Tests.Weaving;

namespace Tests.WhenAny.Weaving;

/// <summary>
/// The fixtures, woven with only the rewrite of WhenAny, must observe the same as without weaving. The base library's builders then await the rewrite's
/// results. The tests run on both levels of the option that change code. If fixtures are compiled for an earlier framework than net10.0, they run with the
/// runtime library for that framework, and again with the library for net10.0.
/// </summary>
[Alone]
public class TraceTests
{
    private const int Times = 2;

    private static readonly Dictionary<(Shape, OneRewrite?, string), LoadedAssembly> s_loaded = [];

    [TestCaseSource(nameof(Scenarios))]
    public void Behaves_woven_alone_as_it_does_not_woven(Scenario scenario, Shape shape)
    {
        var expected = scenario.Run(Load(shape, null, shape.Framework), Times);
        foreach (var rewrite in new[] { CallDecisions.All, CallDecisions.Tasks })
        {
            foreach (var runtime in new[] { shape.Framework, "net10.0" }.Distinct())
            {
                Assert.That(scenario.Run(Load(shape, rewrite, runtime), Times), Is.EqualTo(expected), $"with PooledAwait.Runtime for {runtime}");
            }
        }
    }

    private static IEnumerable<TestCaseData> Scenarios() =>
        from shape in Extent.Shapes
        from scenario in DeclaredFixtures.Scenarios(shape)
        where scenario.Type.Contains(".WhenAny")
        select new TestCaseData(scenario, shape).ThoroughIf(shape != Shape.Release);

    private static LoadedAssembly Load(Shape shape, OneRewrite? rewrite, string runtime)
    {
        if (!s_loaded.TryGetValue((shape, rewrite, runtime), out var loaded))
        {
            s_loaded.Add((shape, rewrite, runtime), loaded = new LoadedAssembly(rewrite?.Woven(shape).Result ?? Fixtures.Compiled(shape), runtime));
        }

        return loaded;
    }
}
