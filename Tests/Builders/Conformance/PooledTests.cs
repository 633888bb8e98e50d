using NUnit.Framework;
using Tests.Builders.Conformance.Scenarios;

namespace Tests.Builders.Conformance;

/// <summary>What only pooled builders can do, or must complain about.</summary>
public static class PooledTests
{
    public static IEnumerable<TestCaseData> Cases =>
        from subject in Subject.AllPooled.Append(Subject.PooledWithChecks)
        from scenario in ScenarioCase.All
        where scenario.Scenario is { OnlyPooled: true, IsStress: false }
        where !scenario.Scenario.CountsBytes || (Subject.Pooled.Contains(subject) && subject.Optimised)
        select new TestCaseData(subject, scenario).SetArgDisplayNames(subject.ToString(), scenario.ToString());

    [TestCaseSource(nameof(Cases))]
    public static void The_pooled_builder_is_as_expected(Subject subject, ScenarioCase scenario)
    {
        foreach (var kind in scenario.Among(Kinds.All))
        {
            Assert.That(subject.Run(scenario, kind), Has.None.StartsWith(Expectation.Violation), kind.ToString());
        }
    }
}
