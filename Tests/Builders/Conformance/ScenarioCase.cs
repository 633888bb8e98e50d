using System.Numerics;
using System.Reflection;
using Tests.Builders.Conformance.Scenarios;

namespace Tests.Builders.Conformance;

/// <summary>One scenario for one kind of method.</summary>
/// <param name="Type">The full name of its class.</param>
/// <param name="Method">Its name, a sentence.</param>
/// <param name="Kind">The kind of method; none where the scenario does not ask.</param>
/// <param name="OnlyPooled">Whether there is nothing to compare it with.</param>
public sealed record ScenarioCase(string Type, string Method, Kinds Kind, bool OnlyPooled)
{
    public static IReadOnlyList<ScenarioCase> All { get; } = [.. Find()];

    public override string ToString() => Kind == 0 ? Method : $"{Method}({Kind})";

    private static IEnumerable<ScenarioCase> Find() =>
        from method in typeof(ScenarioAttribute).Assembly.GetTypes().SelectMany(type => type.GetMethods(BindingFlags.Public | BindingFlags.Static))
        let scenario = method.GetCustomAttribute<ScenarioAttribute>()
        where scenario is not null
        from kind in Each(scenario.Kinds)
        select new ScenarioCase(method.DeclaringType!.FullName!, method.Name, kind, scenario.OnlyPooled);

    private static IEnumerable<Kinds> Each(Kinds kinds) => kinds == 0
        ? [0]
        : Enum.GetValues<Kinds>().Where(kind => BitOperations.IsPow2((int)kind) && kinds.HasFlag(kind));
}
