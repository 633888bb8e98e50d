using System.Numerics;
using System.Reflection;
using Tests.Builders.Conformance.Scenarios;

namespace Tests.Builders.Conformance;

/// <summary>A scenario, identified by names that are the same in every assembly that contains it.</summary>
/// <param name="Type">The full name of its class.</param>
/// <param name="Method">The name of its method.</param>
/// <param name="Scenario">The scenario's attribute.</param>
public sealed record ScenarioCase(string Type, string Method, ScenarioAttribute Scenario)
{
    /// <summary>All scenarios that can run on this framework.</summary>
    public static IReadOnlyList<ScenarioCase> All { get; } =
        [.. Find().Where(found => UnhandledExceptions.CanBeHandled || !found.Scenario.LetsEscape)];

    /// <summary>Returns the given kinds for which the scenario runs. If the scenario takes no kind, returns only 0, for a single run.</summary>
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
