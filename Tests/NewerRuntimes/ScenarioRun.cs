using Tests.Builders.Conformance;
using Tests.Builders.Conformance.Scenarios;
using Tests.Compilation;

namespace Tests.NewerRuntimes;

/// <summary>One run of a scenario.</summary>
/// <param name="Images">The name of the assembly that contains the scenario.</param>
/// <param name="Type">The full name of the scenario's type.</param>
/// <param name="Method">The name of the scenario's method.</param>
/// <param name="Kind">The kind of method that the scenario runs for, if the scenario takes a kind.</param>
internal sealed record ScenarioRun(string Images, string Type, string Method, int Kind)
{
    /// <summary>The scenario's name, without the kind.</summary>
    public string Scenario => $"{Type} {Method}";

    /// <summary>All scenarios of AssemblyToProcess.</summary>
    public static IEnumerable<ScenarioRun> OfFixtures(ScenarioImages images, Shape shape) =>
        DeclaredFixtures.Scenarios(shape).Select(scenario => new ScenarioRun(images.Name, scenario.Type, scenario.Method, 0));

    /// <summary>The scenarios that must behave the same with every builder, except the scenarios that need a process of their own.</summary>
    public static IEnumerable<ScenarioRun> OfConformance(ScenarioImages images) => Of(
        images, scenario => scenario is { OnlyPooled: false, IsListedDifference: false, LetsEscape: false, IsStress: false, NeedsThreadPool: false });

    /// <summary>The scenarios that count the bytes of calls that suspend.</summary>
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
    /// Whether the runtime cannot run the scenario. A scenario may block or start a thread although the runtime has only one thread, or it may be too large.
    /// </summary>
    public bool IsImpossible => NotWoven.StartsWith("threw ", StringComparison.Ordinal);

    public string Difference => $"{Run}\n  not woven: {NotWoven}\n      woven: {Woven}";

    /// <summary>Whether the scenario violates its expectations even without weaving, or does nothing at all.</summary>
    public bool HasViolation => NotWoven.Split(" | ").Any(line => line.Length == 0 || line.StartsWith(Expectation.Violation, StringComparison.Ordinal));

    /// <summary>A table of runs that count bytes. For each scenario and each kind of method, it has the bytes of the unwoven and the woven code.</summary>
    public static string BytesOf(IEnumerable<Observation> observed) => string.Join('\n', observed.GroupBy(one => one.Run.Method).SelectMany(group => group
        .Select(one => $"  {(Kinds)one.Run.Kind}: {one.NotWoven["bytes: ".Length..]} : {one.Woven["bytes: ".Length..]}")
        .Prepend($"{group.Key}, not woven : woven")));
}
