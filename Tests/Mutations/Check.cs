using Tests.Amplification;
using Tests.Builders.Conformance;
using Tests.Builders.Conformance.Scenarios;
using Tests.Compilation;
using Tests.Weaving;

namespace Tests.Mutations;

/// <summary>One test of a part of the suite. It can run with any build of PooledAwait.Runtime.</summary>
/// <param name="Name">The scenario's name, with the kind of method that it runs for.</param>
/// <param name="Notice">Runs the test and returns what is wrong; null if nothing is wrong.</param>
internal sealed record Check(string Name, Func<string?> Notice)
{
    private const int Times = 2;

    /// <param name="part">The part of the suite.</param>
    /// <param name="files">The files that the tests run.</param>
    /// <param name="runtime">The file of PooledAwait.Runtime that the tests run with.</param>
    public static IEnumerable<Check> In(SuitePart part, SuiteFiles files, string runtime) => part switch
    {
        SuitePart.Conformance => Conformance(files, BuilderChoice.Pooled, runtime, Kinds.All),
        SuitePart.WovenConformance => Conformance(files, BuilderChoice.Woven, runtime, Kinds.Tasks | Kinds.AwaitedTasks),
        SuitePart.Traces => Traces(files, Shape.Release, runtime),
        SuitePart.AmplifiedTraces => Traces(files, AmplifiedFixtures.Release, runtime),
        SuitePart.Stress => Stress(files, runtime),
        _ => throw new ArgumentOutOfRangeException(nameof(part), part, null),
    };

    private static IEnumerable<Check> Conformance(SuiteFiles files, BuilderChoice builders, string runtime, Kinds kindsOfPooled)
    {
        var byDefault = Subject.FromFiles(BuilderChoice.Default, files.Scenarios(BuilderChoice.Default), runtime: null);
        var subject = Subject.FromFiles(builders, files.Scenarios(builders), runtime);
        var compared =
            from scenario in ScenarioCase.All
            where !scenario.Scenario.OnlyPooled && !scenario.Scenario.IsListedDifference
            from kind in scenario.Among(Kinds.All)
            select new Check(NameOf(scenario, kind), () => Difference(byDefault.Run(scenario, kind), subject.Run(scenario, kind)));
        var pooled =
            from scenario in ScenarioCase.All
            where scenario.Scenario is { OnlyPooled: true, IsStress: false, CountsBytes: false }
            where builders == BuilderChoice.Pooled || (scenario.Scenario.Kinds & kindsOfPooled) != 0
            from kind in scenario.Among(kindsOfPooled)
            select new Check(NameOf(scenario, kind), () => Violation(subject.Run(scenario, kind)));
        return compared.Concat(pooled);
    }

    private static IEnumerable<Check> Stress(SuiteFiles files, string runtime)
    {
        var subjects = new[] { BuilderChoice.Pooled, BuilderChoice.Woven }.Select(builders => Subject.FromFiles(builders, files.Scenarios(builders), runtime));
        return
            from subject in subjects.ToList()
            from scenario in ScenarioCase.All
            where scenario.Scenario.IsStress
            select new Check($"{NameOf(scenario, 0)} ({subject.Builders})", () => Violation(subject.Run(scenario, 0)));
    }

    private static IEnumerable<Check> Traces(SuiteFiles files, Shape shape, string runtime)
    {
        var notWoven = new LoadedAssembly(files.Read(shape, woven: false));
        var woven = new LoadedAssembly(files.Read(shape, woven: true), new FileInfo(runtime));
        var scenarios = Scenario.In(notWoven.Assembly);
        return
            from scenario in shape == AmplifiedFixtures.Release ? AmplifiedFixtures.Scenarios(scenarios) : scenarios
            select new Check($"{scenario}", () => Difference(Expected(scenario), scenario.Run(woven, Times)));

        IReadOnlyList<string> Expected(Scenario scenario)
        {
            var expected = scenario.Run(notWoven, Times);
            return shape == AmplifiedFixtures.Release ? [.. expected.Select(trace => Amplification.KnownDifferences.Of(scenario, trace))] : expected;
        }
    }

    private static string NameOf(ScenarioCase scenario, Kinds kind) =>
        $"{scenario.Type[(scenario.Type.LastIndexOf('.') + 1)..]}.{scenario.Method}{(kind == 0 ? "" : $" ({kind})")}";

    private static string? Violation(IEnumerable<string> lines) => lines.FirstOrDefault(line => line.StartsWith(Expectation.Violation));

    private static string? Difference(IReadOnlyList<string> expected, IReadOnlyList<string> actual)
    {
        var (left, right) = (Lines(expected), Lines(actual));
        var at = left.Zip(right).TakeWhile(pair => pair.First == pair.Second).Count();
        return left.SequenceEqual(right) ? null : $"{left.ElementAtOrDefault(at) ?? "nothing"} <> {right.ElementAtOrDefault(at) ?? "nothing"}";

        static List<string> Lines(IEnumerable<string> texts) => [.. texts.SelectMany(text => text.Split('\n'))];
    }
}
