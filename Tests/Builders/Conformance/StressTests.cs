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
        where !ThrowsLate(subject, scenario)
        select new TestCaseData(subject, scenario).SetArgDisplayNames(subject.ToString(), scenario.ToString());

    /// <summary>
    /// Own tasks are completed by boxes of the base library. Such a box throws if an awaiter resumes a call that has ended, and if the machine is a class. So
    /// the call is not safe without pooling either, and the exception would end the test process.
    /// </summary>
    private static bool ThrowsLate(Subject subject, ScenarioCase scenario) =>
        subject is { Builders: BuilderChoice.OwnTasks, Optimised: false } && scenario.Method == nameof(InvokingAgain.Awaiters_of_calls_that_have_ended_resume_no_other_from_whatever_thread);

    [TestCaseSource(nameof(Cases))]
    public static void Survives(Subject subject, ScenarioCase scenario) =>
        Assert.That(subject.Run(scenario, 0), Has.None.StartsWith(Expectation.Violation));
}
