using System.Numerics;
using System.Reflection;
using Tests.Builders.Conformance.Scenarios;

namespace Tests.Builders.Conformance;

/// <summary>A scenario, identified by its names. Every assembly that contains the scenario has the same names.</summary>
/// <param name="Type">The full name of the scenario's class.</param>
/// <param name="Method">The name of the scenario's method.</param>
/// <param name="Scenario">The scenario's attribute.</param>
public sealed record ScenarioCase(string Type, string Method, ScenarioAttribute Scenario)
{
    /// <summary>All scenarios that can run on this framework.</summary>
    public static IReadOnlyList<ScenarioCase> All { get; } =
        [.. Find().Where(found => UnhandledExceptions.CanBeHandled || !found.Scenario.LetsEscape)];

    /// <summary>
    /// Returns those of the given kinds for which the scenario runs. If the scenario takes no kind, returns only 0, so that the caller runs the scenario once.
    /// </summary>
    public IEnumerable<Kinds> Among(Kinds kinds) => Scenario.Kinds == 0
        ? [0]
        : Enum.GetValues<Kinds>().Where(kind => BitOperations.IsPow2((int)kind) && (Scenario.Kinds & kinds).HasFlag(kind));

    public override string ToString() => Method;

    private static IEnumerable<ScenarioCase> Find() =>
        from method in typeof(ScenarioAttribute).Assembly.GetTypes().SelectMany(type => type.GetMethods(BindingFlags.Public | BindingFlags.Static))
        let scenario = method.GetCustomAttribute<ScenarioAttribute>()
        where scenario is not null
        select new ScenarioCase(method.DeclaringType!.FullName!, method.Name, scenario);
}
