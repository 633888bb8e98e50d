using System.Collections.Concurrent;
using Mono.Cecil;
using Mono.Cecil.Cil;
using Tests.Builders.Conformance.Scenarios;
using Tests.Compilation;

namespace Tests.Builders.Conformance;

/// <summary>Checks that an async method behaves the same with a pooled builder and with the default builder.</summary>
[Alone]
public static class ConformanceTests
{
    private static readonly ConcurrentDictionary<(ScenarioCase, Kinds, bool), IReadOnlyList<string>> s_byDefault = new();

    public static IEnumerable<TestCaseData> Defaults => Cases(Subject.Defaults);

    public static IEnumerable<TestCaseData> Pooled => Cases(Subject.AllPooled);

    public static IEnumerable<TestCaseData> Woven => Cases(Subject.Woven);

    public static IEnumerable<TestCaseData> OwnTasks =>
        from data in Cases(Subject.OwnTasks)
        where ((ScenarioCase)data.Arguments[1]!).Among(Kinds.ValueTasks).Any()
        select data;

    public static IEnumerable<TestCaseData> BaseLibraryPooling =>
        from data in Cases(Subject.BaseLibraryPooling)
        let scenario = (ScenarioCase)data.Arguments[1]!
        where scenario.Among(Kinds.ValueTasks).Any() && !KnownDifferences.IsFatal(scenario)
        select data;

    /// <summary>Checks the suite's expectations against the default builder.</summary>
    [TestCaseSource(nameof(Defaults))]
    public static void The_default_builder_is_as_expected(Subject subject, ScenarioCase scenario)
    {
        foreach (var kind in scenario.Among(Kinds.All))
        {
            Assert.That(ByDefault(scenario, kind, subject.Optimised), Has.None.StartsWith(Expectation.Violation), kind.ToString());
        }
    }

    [TestCaseSource(nameof(Pooled))]
    public static void The_pooled_builder_behaves_as_the_default_one(Subject subject, ScenarioCase scenario) => IsAsByDefault(subject, scenario);

    /// <summary>
    /// Runs calls whose task the caller keeps, and calls that the caller awaits directly. A directly awaited call goes to a twin, which returns a ValueTask and
    /// shares the method's state machine.
    /// </summary>
    [TestCaseSource(nameof(Woven))]
    public static void A_woven_method_behaves_as_with_the_default_builder(Subject subject, ScenarioCase scenario) => IsAsByDefault(subject, scenario);

    [TestCaseSource(nameof(OwnTasks))]
    public static void A_call_with_its_own_task_behaves_as_with_the_default_builder(Subject subject, ScenarioCase scenario) => IsAsByDefault(subject, scenario);

    /// <summary>
    /// Checks that the weaver has changed the suite's callers. They await twins, which make no task. Each called box resumes its caller's box without a
    /// delegate.
    /// </summary>
    [Test]
    public static void The_woven_callers_await_twins_and_are_linked()
    {
        using var module = CompiledAssembly.Read(Compiler.Scenarios(BuilderChoice.Woven, optimised: true));
        var called = (
            from machine in module.GetType(typeof(AwaitingCallers).FullName).NestedTypes
            from instruction in machine.Methods.Single(method => method.Name == "MoveNext").Body.Instructions
            where instruction.OpCode == OpCodes.Call
            select (MethodReference)instruction.Operand).ToList();
        Assert.That(
            called.Where(method => method.DeclaringType.Name == "<>c__PooledAwait").Select(method => method.Name),
            Is.EquivalentTo(["<ReturnsTask>Direct", "<ReturnsTask>Direct", "<ReturnsTaskOfInt>Direct", "<ReturnsTaskOfInt>Direct"]));
        Assert.That(called.Count(method => method.Name == "AwaitDirect"), Is.EqualTo(4));
    }

    /// <summary>Shows that the suite can find differences: it finds the known differences of the base library's pooling builder.</summary>
    [TestCaseSource(nameof(BaseLibraryPooling))]
    public static void The_base_librarys_pooling_builder_differs_where_it_is_known_to(Subject subject, ScenarioCase scenario)
    {
        foreach (var kind in scenario.Among(Kinds.ValueTasks))
        {
            var lines = subject.Run(scenario, kind);
            var expected = ByDefault(scenario, kind, subject.Optimised);
            Assert.That(lines, KnownDifferences.Of(scenario) ? Is.Not.EqualTo(expected) : Is.EqualTo(expected), kind.ToString());
        }
    }

    private static void IsAsByDefault(Subject subject, ScenarioCase scenario)
    {
        var forStandard = subject.ToString().Contains("netstandard2.0");
        foreach (var kind in scenario.Among(Kinds.All))
        {
            // The netstandard2.0 build of PooledAwait.Runtime cannot hide its frames from stack traces, because netstandard2.0 lacks the attribute for this.
            var lines = subject.Run(scenario, kind)
                .Where(line => !forStandard || !line.StartsWith("at PooledAwait.Runtime."));
            Assert.That(lines, Is.EqualTo(ByDefault(scenario, kind, subject.Optimised)), kind.ToString());
        }
    }

    private static IReadOnlyList<string> ByDefault(ScenarioCase scenario, Kinds kind, bool optimised) => s_byDefault.GetOrAdd(
        (scenario, kind, optimised),
        static key => Subject.Defaults.Single(subject => subject.Optimised == key.Item3).Run(key.Item1, key.Item2));

    private static IEnumerable<TestCaseData> Cases(IEnumerable<Subject> subjects) =>
        from subject in subjects
        from scenario in ScenarioCase.All
        where !scenario.Scenario.OnlyPooled && !scenario.Scenario.IsListedDifference
        select new TestCaseData(subject, scenario).SetArgDisplayNames(subject.ToString(), scenario.ToString()).ThoroughIf(subject.IsThorough);
}
