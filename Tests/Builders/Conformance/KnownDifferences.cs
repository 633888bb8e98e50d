namespace Tests.Builders.Conformance;

/// <summary>The scenarios in which the base library's pooling builder is known not to behave as the default one.</summary>
public static class KnownDifferences
{
    private static readonly string[] s_scenarios = [];

    public static bool Of(ScenarioCase scenario) => s_scenarios.Contains(scenario.Method);
}
