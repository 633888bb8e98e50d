using Tests.Builders.Conformance;
using Tests.Builders.Conformance.Scenarios;

namespace Tests.Pooling;

/// <summary>The runtimeconfig value <c>PooledAwait.MaximumBoxesPerType</c> limits the boxes that each pool keeps.</summary>
[Alone]
public static class PoolLimitsTests
{
    private const int Default = 16_384;

    [TestCase("1000", 1_000)]
    [TestCase(2_000, 2_000)]
    [TestCase("0", 0)]
    [TestCase("-1", Default)]
    [TestCase("many", Default)]
    [TestCase("", Default)]
    public static void The_configured_bound_holds(object configured, int expected)
    {
        var scenario = ScenarioCase.All.Single(scenario => scenario.Method == nameof(PoolsAtWork.A_burst_leaves_no_more_boxes_than_the_bound));
        var lines = Subject.PooledWithBound(configured).Run(scenario, 0);
        Assert.That(lines, Has.Some.Contains($"of {expected}").And.None.StartsWith(Expectation.Violation));
    }
}
