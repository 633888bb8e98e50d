using Tests.Builders.Conformance.Scenarios;
using Tests.Compilation;

namespace Tests.Builders.Conformance;

/// <summary>Tests behaviour that only pooled builders have, such as their errors for misuse.</summary>
[Thorough]
[Alone]
public static class PooledTests
{
    private const Kinds Twins = Kinds.Tasks | Kinds.AwaitedTasks;

    // False in the program that runs these tests on an older runtime. That program does nothing else, so its scenarios need no separate process. That program
    // runs the test of leaks only in a whole run (see Extent).
    private static bool IsNewest => References.Current == "net10.0";

    public static IEnumerable<TestCaseData> Cases =>
        from subject in Subject.AllPooled.Append(Subject.PooledWithChecks)
        from scenario in ScenarioCase.All
        where scenario.Scenario is { OnlyPooled: true, IsStress: false }
        where IsNewest || Extent.IsWhole || scenario.Method != nameof(MeasuringThreads.A_leak_in_one_call_of_a_thousand_is_noticed)
        where !scenario.Scenario.CountsBytes || (Subject.Pooled.Contains(subject) && subject.Optimised)
        select new TestCaseData(subject, scenario).SetArgDisplayNames(subject.ToString(), scenario.ToString());

    /// <summary>
    /// The cases of Task methods. The weaver would not pool the ValueTask methods, because the scenarios store or misuse the ValueTasks of these methods.
    /// </summary>
    public static IEnumerable<TestCaseData> WovenCases =>
        from subject in Subject.Woven
        from scenario in ScenarioCase.All
        where scenario.Scenario is { OnlyPooled: true, IsStress: false, CountsBytes: false }
        where (scenario.Scenario.Kinds & Twins) != 0
        select new TestCaseData(subject, scenario).SetArgDisplayNames(subject.ToString(), scenario.ToString());

    [TestCaseSource(nameof(Cases))]
    public static void The_pooled_builder_is_as_expected(Subject subject, ScenarioCase scenario) => IsAsExpected(subject, scenario, Kinds.All);

    [TestCaseSource(nameof(WovenCases))]
    public static void A_woven_Task_method_is_as_expected(Subject subject, ScenarioCase scenario) => IsAsExpected(subject, scenario, Twins);

    private static void IsAsExpected(Subject subject, ScenarioCase scenario, Kinds kinds)
    {
        foreach (var kind in scenario.Among(kinds))
        {
            var lines = scenario.Scenario.NeedsThreadPool && IsNewest ? ScenarioProcess.Run(scenario, kind) : subject.Run(scenario, kind);
            Assert.That(lines, Has.None.StartsWith(Expectation.Violation), kind.ToString());
        }
    }
}
