using System.Diagnostics;
using System.Globalization;

namespace Tests.Builders.Conformance.Scenarios;

/// <summary>
/// The duration and the seeds of the scenarios that look for races. The environment variable <c>POOLEDAWAIT_STRESS_SECONDS</c> sets how long each of these
/// scenarios runs. By default, each takes less than a second. <c>POOLEDAWAIT_STRESS_SEED</c> repeats the run of one seed.
/// </summary>
public static class Stress
{
    public static TimeSpan Duration { get; } = TimeSpan.FromSeconds(Number("POOLEDAWAIT_STRESS_SECONDS") ?? 0.25);

    /// <summary>Returns seeds until the scenario's time is over.</summary>
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
