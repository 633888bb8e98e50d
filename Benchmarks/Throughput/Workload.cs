extern alias BaseLibraryPooling;
extern alias NotWoven;
extern alias Woven;

namespace Benchmarks.Throughput;

/// <summary>
/// Runs so many workers that all cores are busy. Each worker calls through a resilience pipeline without a pause. The builds take turns of a few seconds,
/// so that other work on the machine affects all of them.
/// </summary>
internal static class Workload
{
    public const string Name = "Throughput.Workers";

    private const int Workers = 64;

    /// <param name="each">The total time of each build.</param>
    /// <param name="rounds">The number of turns of each build.</param>
    public static async Task<WorkloadResult> RunAsync(TimeSpan each, int rounds)
    {
        var notWoven = new NotWoven::Work.Resilience.Pipeline();
        var pooling = new BaseLibraryPooling::Work.Resilience.Pipeline();
        var woven = new Woven::Work.Resilience.Pipeline();
        WorkloadBuild[] builds =
        [
            new("not woven", () => notWoven.CallAsync(CancellationToken.None)),
            new("base library pooling", () => pooling.CallAsync(CancellationToken.None)),
            new("woven", () => woven.CallAsync(CancellationToken.None)),
        ];

        var turn = each / rounds;
        foreach (var build in builds)
        {
            await build.RunAsync(Workers, TimeSpan.FromSeconds(Math.Min(2, turn.TotalSeconds)), record: false);
        }

        for (var round = 0; round < rounds; round++)
        {
            for (var i = 0; i < builds.Length; i++)
            {
                await builds[(round + i) % builds.Length].RunAsync(Workers, turn, record: true);
            }
        }

        return new WorkloadResult(Workers, each, rounds, builds[0].Result, builds[1].Result, builds[2].Result);
    }
}
