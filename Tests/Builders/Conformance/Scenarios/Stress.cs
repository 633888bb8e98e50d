using System.Diagnostics;
using System.Globalization;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// How long the scenarios that look for races run, and with which seeds. The environment variable <c>POOLEDAWAIT_STRESS_SECONDS</c>
/// says how long each of them runs (by default less than a second, for every build). <c>POOLEDAWAIT_STRESS_SEED</c> repeats a run.
/// </summary>
public static class Stress
{
    public static TimeSpan Duration { get; } = TimeSpan.FromSeconds(Number("POOLEDAWAIT_STRESS_SECONDS") ?? 0.25);

    /// <summary>Returns seeds for as long as the scenario must run.</summary>
    public static IEnumerable<int> Seeds()
    {
        if (Number("POOLEDAWAIT_STRESS_SEED") is { } seed)
        {
            yield return (int)seed;
            yield break;
        }

        var watch = Stopwatch.StartNew();
        do
        {
            yield return Random.Shared.Next();
        }
        while (watch.Elapsed < Duration);
    }

    private static double? Number(string variable) =>
        double.TryParse(Environment.GetEnvironmentVariable(variable), NumberStyles.Float, CultureInfo.InvariantCulture, out var value) ? value : null;
}
