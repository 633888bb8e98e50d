using Tests.Builders.Conformance;
using Tests.Builders.Conformance.Scenarios;
using Tests.Compilation;

namespace Tests.NewerRuntimes;

/// <summary>One run of a scenario.</summary>
/// <param name="Images">The name of the assembly that contains it.</param>
/// <param name="Type">The full name of its type.</param>
/// <param name="Method">Its name.</param>
/// <param name="Kind">The kind that it runs for, if it takes a kind.</param>
internal sealed record ScenarioRun(string Images, string Type, string Method, int Kind)
{
    /// <summary>The scenario's name, without the kind.</summary>
    public string Scenario => $"{Type} {Method}";

    /// <summary>All scenarios of AssemblyToProcess.</summary>
    public static IEnumerable<ScenarioRun> OfFixtures(ScenarioImages images, Shape shape) =>
        DeclaredFixtures.Scenarios(shape).Select(scenario => new ScenarioRun(images.Name, scenario.Type, scenario.Method, 0));

    /// <summary>The scenarios that must be the same with every builder, except those that need their own process.</summary>
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

    /// <summary>Whether the runtime cannot run the scenario: it blocks or starts a thread although there is only one, or it is too large.</summary>
    public bool IsImpossible => NotWoven.StartsWith("threw ", StringComparison.Ordinal);

    public string Difference => $"{Run}\n  not woven: {NotWoven}\n      woven: {Woven}";

    /// <summary>Whether the scenario violates its expectations even without weaving, or does nothing at all.</summary>
    public bool HasViolation => NotWoven.Split(" | ").Any(line => line.Length == 0 || line.StartsWith(Expectation.Violation, StringComparison.Ordinal));

    /// <summary>A table of runs that count bytes: for each scenario and each kind of method, not woven and woven.</summary>
    public static string BytesOf(IEnumerable<Observation> observed) => string.Join('\n', observed.GroupBy(one => one.Run.Method).SelectMany(group => group
        .Select(one => $"  {(Kinds)one.Run.Kind}: {one.NotWoven["bytes: ".Length..]} : {one.Woven["bytes: ".Length..]}")
        .Prepend($"{group.Key}, not woven : woven")));
}
