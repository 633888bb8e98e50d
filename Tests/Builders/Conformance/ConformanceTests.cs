using System.Collections.Concurrent;
using NUnit.Framework;
using Tests.Builders.Conformance.Scenarios;

namespace Tests.Builders.Conformance;

/// <summary>What a program can observe of an async method is what it observes with the default builder.</summary>
public static class ConformanceTests
{
    private static readonly ConcurrentDictionary<(ScenarioCase, bool), string[]> s_byDefault = new();

    public static IEnumerable<TestCaseData> Defaults => Cases(Subject.Defaults);

    public static IEnumerable<TestCaseData> Pooled => Cases(Subject.AllPooled);

    public static IEnumerable<TestCaseData> BaseLibraryPooling =>
        Cases(Subject.BaseLibraryPooling).Where(data => ((ScenarioCase)data.Arguments[1]!).Kind is 0 or Kinds.ValueTask or Kinds.ValueTaskOfInt);

    /// <summary>The suite expects the right thing.</summary>
    [TestCaseSource(nameof(Defaults))]
    public static void The_default_builder_is_as_expected(Subject subject, ScenarioCase scenario) =>
        Assert.That(ByDefault(scenario, subject.Optimised), Has.None.StartsWith(Expectation.Violation));

    [TestCaseSource(nameof(Pooled))]
    public static void The_pooled_builder_behaves_as_the_default_one(Subject subject, ScenarioCase scenario)
    {
        // Frames are hidden by an attribute that the framework of that build does not have.
        var lines = subject.Run(scenario).Where(line => !Subject.PooledForStandard.Contains(subject) || !line.StartsWith("at PooledAwait.Runtime."));
        Assert.That(string.Join("\n", lines), Is.EqualTo(string.Join("\n", ByDefault(scenario, subject.Optimised))));
    }

    /// <summary>The suite sees differences where there are some: those of the base library's pooling builder are known.</summary>
    [TestCaseSource(nameof(BaseLibraryPooling))]
    public static void The_base_librarys_pooling_builder_differs_where_it_is_known_to(Subject subject, ScenarioCase scenario)
    {
        var lines = string.Join("\n", subject.Run(scenario));
        var expected = string.Join("\n", ByDefault(scenario, subject.Optimised));
        Assert.That(lines, KnownDifferences.Of(scenario) ? Is.Not.EqualTo(expected) : Is.EqualTo(expected));
    }

    private static string[] ByDefault(ScenarioCase scenario, bool optimised) =>
        s_byDefault.GetOrAdd((scenario, optimised), static key => Subject.Defaults.Single(subject => subject.Optimised == key.Item2).Run(key.Item1));

    private static IEnumerable<TestCaseData> Cases(IEnumerable<Subject> subjects) =>
        from subject in subjects
        from scenario in ScenarioCase.All
        where !scenario.OnlyPooled
        select new TestCaseData(subject, scenario).SetArgDisplayNames(subject.ToString(), scenario.ToString());
}
