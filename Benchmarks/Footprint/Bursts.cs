namespace Benchmarks.Footprint;

/// <summary>Bursts of all builds, in turns: half a second swings, the best of several windows hardly does.</summary>
/// <param name="builds">The figures of each build.</param>
/// <param name="windows">How many windows.</param>
internal sealed class Bursts(List<Figures> builds, int windows)
{
    /// <summary>Bytes that each build keeps directly after its last burst.</summary>
    public List<long> Kept { get; } = [.. builds.Select(_ => 0L)];

    /// <summary>Best times of methods that run as optimised code, each window with empty pools, as a share of the first build's.</summary>
    public List<double> Times()
    {
        // Those of the first window are compiled in it.
        InTurns((build, _) => builds[build].Burst().Time);
        builds[0].WaitAMinute();
        return Best((build, _) =>
        {
            (var time, Kept[build]) = builds[build].Burst();
            return time;
        });
    }

    /// <summary>The same of methods that are new in each window.</summary>
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
