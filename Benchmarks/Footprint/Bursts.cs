namespace Benchmarks.Footprint;

/// <summary>
/// Runs bursts of calls in several windows of time. Each window has one burst of each build. A burst takes about half a second. The time of a single burst
/// varies, but the best time of several windows hardly varies.
/// </summary>
/// <param name="builds">The builds whose bursts are measured.</param>
/// <param name="windows">The number of windows.</param>
internal sealed class Bursts(List<Figures> builds, int windows)
{
    /// <summary>The bytes that each build still keeps directly after its last burst.</summary>
    public List<long> Kept { get; } = [.. builds.Select(_ => 0L)];

    /// <summary>
    /// Returns each build's best time for bursts of methods that are already optimised, as a ratio to the first build's best time. The pools are empty at the
    /// start of each window.
    /// </summary>
    public List<double> Times()
    {
        // The first window is not measured, because the runtime compiles the methods in this window.
        InTurns((build, _) => builds[build].Burst().Time);
        builds[0].WaitAMinute();
        return Best((build, _) =>
        {
            (var time, Kept[build]) = builds[build].Burst();
            return time;
        });
    }

    /// <summary>Returns each build's best time for bursts of methods that are new in each window, as a ratio to the first build's best time.</summary>
    public List<double> FirstTimes() => Best((build, window) => builds[build].FirstBurst(window));

    private List<double> Best(Func<int, int, TimeSpan> burst)
    {
        var best = builds.ConvertAll(_ => TimeSpan.MaxValue);
        for (var window = 0; window < windows; window++)
        {
            var times = InTurns(burst, window);
            best = [.. best.Zip(times, (one, other) => one < other ? one : other)];
            builds[0].WaitAMinute();
        }

        return best.ConvertAll(time => time / best[0]);
    }

    private List<TimeSpan> InTurns(Func<int, int, TimeSpan> burst, int window = 0) => [.. builds.Select((_, build) => burst(build, window))];
}
