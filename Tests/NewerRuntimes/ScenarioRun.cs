using Tests.Builders.Conformance;
using Tests.Builders.Conformance.Scenarios;
using Tests.Compilation;

namespace Tests.NewerRuntimes;

/// <summary>One run of a scenario.</summary>
/// <param name="Images">The name of the assembly that contains the scenario.</param>
/// <param name="Type">The full name of the scenario's type.</param>
/// <param name="Method">The name of the scenario's method.</param>
/// <param name="Kind">The kind of method that the scenario gets as its argument, if it has such a parameter.</param>
internal sealed record ScenarioRun(string Images, string Type, string Method, int Kind)
{
    /// <summary>The scenario's name, without the kind.</summary>
    public string Scenario => $"{Type} {Method}";

    /// <summary>Returns a run for each scenario of AssemblyToProcess.</summary>
    public static IEnumerable<ScenarioRun> OfFixtures(ScenarioImages images, Shape shape) =>
        DeclaredFixtures.Scenarios(shape).Select(scenario => new ScenarioRun(images.Name, scenario.Type, scenario.Method, 0));

    /// <summary>Returns runs for the scenarios that must behave the same with every builder, except scenarios that need a process of their own.</summary>
    public static IEnumerable<ScenarioRun> OfConformance(ScenarioImages images) => Of(
        images, scenario => scenario is { OnlyPooled: false, IsListedDifference: false, LetsEscape: false, IsStress: false, NeedsThreadPool: false });

    /// <summary>Returns runs for the scenarios that count the bytes of calls that suspend.</summary>
    public static IEnumerable<ScenarioRun> OfBytes(ScenarioImages images) => Of(images, scenario => scenario is { IsListedDifference: true, CountsBytes: true });

    public override string ToString() => $"{Images} {Type} {Method} {Kind}";

    private static IEnumerable<ScenarioRun> Of(ScenarioImages images, Func<ScenarioAttribute, bool> isAsked) =>
        from scenario in ScenarioCase.All
        where isAsked(scenario.Scenario)
        from kind in scenario.Among(Kinds.All)
        select new ScenarioRun(images.Name, scenario.Type, scenario.Method, (int)kind);
}

/// <summary>The observations of one run.</summary>
internal sealed record Observation(ScenarioRun Run, string NotWoven, string Woven)
{
    public bool IsDifferent => Woven != NotWoven;

    /// <summary>
    /// Whether the runtime cannot run the scenario. For example, a scenario blocks or starts a thread, but the runtime has only one thread. Or the scenario is
    /// too large for the runtime.
    /// </summary>
    public bool IsImpossible => NotWoven.StartsWith("threw ", StringComparison.Ordinal);

    public string Difference => $"{Run}\n  not woven: {NotWoven}\n      woven: {Woven}";

    /// <summary>Whether the scenario violates its expectations even without weaving, or does nothing at all.</summary>
    public bool HasViolation => NotWoven.Split(" | ").Any(line => line.Length == 0 || line.StartsWith(Expectation.Violation, StringComparison.Ordinal));

    /// <summary>Returns a table of the runs that count bytes: the bytes of the unwoven and the woven code, for each scenario and kind of method.</summary>
    public static string BytesOf(IEnumerable<Observation> observed) => string.Join('\n', observed.GroupBy(one => one.Run.Method).SelectMany(group => group
        .Select(one => $"  {(Kinds)one.Run.Kind}: {one.NotWoven["bytes: ".Length..]} : {one.Woven["bytes: ".Length..]}")
        .Prepend($"{group.Key}, not woven : woven")));
}
