using Tests.Builders.Conformance.Scenarios;

namespace Tests.Builders.Conformance;

/// <summary>
/// Looks for races. Each scenario runs for less than a second, or as long as <c>POOLEDAWAIT_STRESS_SECONDS</c> says. Some scenarios run with
/// PooledAwait.Runtime's debug build, which notices if a box is returned twice or rented twice. A failure names its seed. <c>POOLEDAWAIT_STRESS_SEED</c>
/// repeats the run of this seed.
/// </summary>
[Thorough]
[Alone]
public static class StressTests
{
    private static readonly Subject[] s_subjects =
        [Subject.Pooled[0], Subject.Pooled[1], Subject.PooledForStandard[0], Subject.PooledFallback[0], Subject.PooledWithChecks, .. Subject.OwnTasks, .. Subject.Woven];

    public static IEnumerable<TestCaseData> Cases =>
        from scenario in ScenarioCase.All
        where scenario.Scenario.IsStress
        from subject in s_subjects
        select new TestCaseData(subject, scenario).SetArgDisplayNames(subject.ToString(), scenario.ToString());

    [TestCaseSource(nameof(Cases))]
    public static void Survives(Subject subject, ScenarioCase scenario) =>
        Assert.That(subject.Run(scenario, 0), Has.None.StartsWith(Expectation.Violation));
}
